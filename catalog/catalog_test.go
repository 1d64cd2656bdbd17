package catalog

import (
	"fmt"
	"testing"
)

func TestSocial(t *testing.T) {
	d, err := Load("social")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range d.Model.Views() {
		fmt.Println(v.Name)
	}
}
