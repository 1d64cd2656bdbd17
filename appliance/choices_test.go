package appliance_test

import (
	"errors"
	"strings"
	"testing"

	"ercheck/appliance"
	"ercheck/catalog/instance"
)

func TestListsOfInstances(t *testing.T) {
	for list, want := range map[string]string{
		"1":                                "random@7",
		"3":                                "random@7,random@8,random@9",
		"ties":                             "ties@7",
		" ties@2 , random@3":               "ties@2,random@3",
		"ties,2,ties@7,random":             "ties@7,random@7,random@8",
		"adversarial@1":                    "adversarial@1",
		"adversarial@18446744073709551615": "adversarial@18446744073709551615",
	} {
		all, err := appliance.ParseInstances(list, 7)
		if got := appliance.FormatInstances(all); err != nil || got != want {
			t.Errorf("%s: %s, not %s: %v", list, got, want, err)
		}
		if again, err := appliance.ParseInstances(appliance.FormatInstances(all), 1); err != nil || appliance.FormatInstances(again) != want {
			t.Errorf("%s is read back as %v: %v", want, again, err)
		}
	}
	all, err := appliance.ParseInstances("2,adversarial", 1)
	if err != nil || len(all) != 2+len(instance.Kinds()) {
		t.Errorf("%v: %v", all, err)
	}
	for list, hint := range map[string]string{
		"": "ties", "0": "from 1", "-1": "from 1", "1000": "from 1", "tise": "ties@2", "ties@": "ties@2", "ties@x": "ties@2", "3;4": "ties", "3,,4": "ties",
		strings.Repeat("adversarial,", 20) + "200": "at most",
	} {
		_, err := appliance.ParseInstances(list, 1)
		var wrong *instance.OptionError
		if !errors.As(err, &wrong) || wrong.Option != "instances" || !strings.Contains(wrong.Hint(), hint) {
			t.Errorf("%q: %v", list, err)
		}
	}
}

// TestOtherInstancesOfTheSameData keep what was chosen, and have their own scale
// where none was given.
func TestOtherInstancesOfTheSameData(t *testing.T) {
	d, err := appliance.Choose(appliance.DataOptions{Domain: "university", Seed: 3, Variants: []string{"full_cti"}})
	if err != nil {
		t.Fatal(err)
	}
	on, err := d.On(appliance.InstanceChoice{Kind: "nulls", Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	if d.Scale != "demo" || on.Scale != "tiny" || on.Source.Kind() != "nulls" || on.Source.Seed() != 5 || len(on.Variants) != 1 || on.Domain != d.Domain {
		t.Errorf("scales %s and %s, kind %s, seed %d, %d variants", d.Scale, on.Scale, on.Source.Kind(), on.Source.Seed(), len(on.Variants))
	}
	if back, err := on.On(d.Instance()); err != nil || back.Identity != d.Identity {
		t.Errorf("the way back leads elsewhere: %v", err)
	}
}
