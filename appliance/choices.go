package appliance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/instance"
)

// InstanceChoice is one of several instances of a domain that are used side by
// side.
type InstanceChoice struct {
	Kind string // random, or an adversarial kind
	Seed uint64
}

// String writes the choice as ParseInstances reads it: ties@2.
func (c InstanceChoice) String() string { return fmt.Sprintf("%s@%d", c.Kind, c.Seed) }

// maxInstances bounds a list of instances: each is stored in every variant.
const maxInstances = 200

// allKinds stands for every adversarial kind in a list of instances. The kind of
// that name, which combines the others, is one of them.
const allKinds = "adversarial"

// ParseInstances reads a list of instances, as 3,adversarial or random@1,ties@2.
// A number N stands for N random ones with seeds from seed on, adversarial for one
// of each adversarial kind, a kind's name for one of it, with @ for another seed
// than the given one. No instance comes twice. The error is an
// *instance.OptionError.
func ParseInstances(list string, seed uint64) ([]InstanceChoice, error) {
	var all []InstanceChoice
	for word := range strings.SplitSeq(list, ",") {
		some, err := parseInstance(strings.TrimSpace(word), seed)
		if err != nil {
			return nil, err
		}
		for _, c := range some {
			if !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	if len(all) > maxInstances {
		return nil, &instance.OptionError{Option: "instances", Given: list, Detail: fmt.Sprintf("at most %d instances", maxInstances)}
	}
	return all, nil
}

func parseInstance(word string, seed uint64) ([]InstanceChoice, error) {
	if n, err := strconv.Atoi(word); err == nil {
		return randomInstances(word, n, seed)
	}
	kind, after, seeded := strings.Cut(word, "@")
	if !slices.Contains(kindNames(), kind) {
		return nil, &instance.OptionError{Option: "instances", Given: word, Detail: "a number of random ones, adversarial for all kinds, or a kind as in ties or ties@2: " + strings.Join(kindNames(), ", ")}
	}
	if seeded {
		own, err := strconv.ParseUint(after, 10, 64)
		if err != nil {
			return nil, &instance.OptionError{Option: "instances", Given: word, Detail: "write a whole number behind @, as in " + kind + "@2"}
		}
		return []InstanceChoice{{kind, own}}, nil
	}
	if kind == allKinds {
		return adversarialInstances(seed), nil
	}
	return []InstanceChoice{{kind, seed}}, nil
}

func randomInstances(word string, n int, seed uint64) ([]InstanceChoice, error) {
	if n < 1 || n > maxInstances {
		return nil, &instance.OptionError{Option: "instances", Given: word, Detail: fmt.Sprintf("from 1 to %d random ones", maxInstances)}
	}
	var all []InstanceChoice
	for i := range n {
		all = append(all, InstanceChoice{instance.Random, seed + uint64(i)})
	}
	return all, nil
}

// adversarialInstances is one of each kind.
func adversarialInstances(seed uint64) []InstanceChoice {
	var all []InstanceChoice
	for _, k := range instance.Kinds() {
		all = append(all, InstanceChoice{k.Name, seed})
	}
	return all
}

func kindNames() []string {
	names := []string{instance.Random}
	for _, k := range instance.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// FormatInstances writes a list that ParseInstances reads.
func FormatInstances(all []InstanceChoice) string {
	words := make([]string, len(all))
	for i, c := range all {
		words[i] = c.String()
	}
	return strings.Join(words, ",")
}

// On is the same choice of data on another instance of the same model. A scale that was not given
// is the instance's own: demo, of an adversarial kind tiny.
func (d *Data) On(c InstanceChoice) (*Data, error) {
	o := d.options
	o.Kind, o.Seed, o.Scale = c.Kind, c.Seed, o.givenScale
	return chooseOf(d.Domain, o)
}

// OnEach is the same on several instances.
func (d *Data) OnEach(choices []InstanceChoice) ([]*Data, error) {
	var all []*Data
	for _, c := range choices {
		on, err := d.On(c)
		if err != nil {
			return nil, err
		}
		all = append(all, on)
	}
	return all, nil
}

// Instance is the choice that gives this data's instance.
func (d *Data) Instance() InstanceChoice { return InstanceChoice{d.options.Kind, d.options.Seed} }
