package instance_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ercheck/catalog"
	"ercheck/catalog/fault"
	"ercheck/catalog/instance"
)

func social(t testing.TB) (*catalog.Domain, *instance.Profile, []instance.Cut) {
	t.Helper()
	d, err := catalog.Load("social")
	if err != nil {
		t.Fatal(err)
	}
	var faults fault.List
	p := instance.ParseProfile(d.Data, d.Model, &faults)
	if err := faults.Err("social.yaml"); err != nil {
		t.Fatal(err)
	}
	qs, err := d.Questions("paper")
	if err != nil {
		t.Fatal(err)
	}
	return d, p, instance.CutsOf(qs)
}

func TestScratch(t *testing.T) {
	d, p, cuts := social(t)
	for _, scale := range []string{"tiny", "demo", "paper", "10xpaper"} {
		begin := time.Now()
		g, err := instance.New(d.Model, p, instance.Options{Scale: scale, Seed: 1, Rankings: cuts})
		if err != nil {
			t.Fatal(err)
		}
		made := time.Since(begin)
		begin = time.Now()
		n := int64(0)
		for _, v := range d.Model.Views() {
			sum, err := instance.Digest(context.Background(), g, v)
			if err != nil {
				t.Fatal(err)
			}
			n += sum.Rows()
			if scale == "paper" {
				fmt.Println(v.Name, sum.Rows())
			}
		}
		fmt.Println(scale, made, time.Since(begin), n, g.Notes())
		if scale == "tiny" {
			for _, et := range d.Model.EntityTypes {
				i := 0
				for e, _ := range g.Entities(context.Background(), et, 0) {
					if i++; i > 2 {
						break
					}
					fmt.Println(et.Name, e.Key, e.Values, e.ToOne)
				}
			}
		}
	}
}
