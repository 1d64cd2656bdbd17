package appliance

import (
	"fmt"
	"os"
	"slices"

	"ercheck/catalog"
	"ercheck/catalog/er"
	"ercheck/variants"
	"ercheck/variants/choice"
)

// recordedVariant is a variant as a run's record keeps it.
type recordedVariant struct {
	name    string
	choices map[string]string
}

// ChooseVariants gives the variants that the options name, in the order of the
// names, each once. It reads no other field of them.
func (o DataOptions) ChooseVariants(d *catalog.Domain) ([]variants.Variant, error) {
	if o.recorded != nil {
		return restore(d.Model, o.recorded)
	}
	pool, err := o.variantPool(d)
	if err != nil {
		return nil, err
	}
	chosen, err := named(pool, o.Variants)
	if err != nil || len(o.Settings) == 0 {
		return chosen, err
	}
	for i, v := range chosen {
		if chosen[i], err = variants.Apply(v, "", o.Settings); err != nil {
			return nil, fmt.Errorf("variant %s: %w", v.Name, err)
		}
	}
	return distinct(chosen), nil
}

// variantPool is what names choose from: a file's variants, or the presets.
func (o DataOptions) variantPool(d *catalog.Domain) ([]variants.Variant, error) {
	presets, err := Presets(d)
	if err != nil || o.VariantsFile == "" {
		return presets, err
	}
	source, err := os.ReadFile(o.VariantsFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the variants file: %w", err)
	}
	selected, err := variants.ParseFile(o.VariantsFile, source, d.Model, presets)
	if err != nil {
		return nil, err
	}
	var pool []variants.Variant
	for _, v := range selected {
		pool = append(pool, v.Variant)
	}
	return pool, nil
}

func named(pool []variants.Variant, names []string) ([]variants.Variant, error) {
	if len(names) == 0 {
		return slices.Clone(pool), nil
	}
	var chosen []variants.Variant
	for _, name := range names {
		i := slices.IndexFunc(pool, func(v variants.Variant) bool { return v.Name == name })
		if i < 0 {
			return nil, catalog.Unknown("variant", name, namesOf(pool))
		}
		chosen = append(chosen, pool[i])
	}
	return distinct(chosen), nil
}

func namesOf(all []variants.Variant) []string {
	names := make([]string, len(all))
	for i, v := range all {
		names[i] = v.Name
	}
	return names
}

// distinct keeps the first of each name.
func distinct(all []variants.Variant) []variants.Variant {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(v variants.Variant) bool {
		twice := seen[v.Name]
		seen[v.Name] = true
		return twice
	})
}

// restore makes the variants of a run again from the choices it recorded.
func restore(m *er.Model, recorded []recordedVariant) ([]variants.Variant, error) {
	var all []variants.Variant
	for _, r := range recorded {
		set, err := choice.New(m, r.choices)
		if err != nil {
			return nil, fmt.Errorf("variant %s: %w", r.name, err)
		}
		v, err := variants.New(m, r.name, set)
		if err != nil {
			return nil, fmt.Errorf("variant %s: %w", r.name, err)
		}
		all = append(all, v)
	}
	return all, nil
}

// meanUnit is what a profile counts mean lengths in.
const meanUnit = 1_000_000

// Presets are the ten variants of a domain.
func Presets(d *catalog.Domain) ([]variants.Variant, error) {
	return variants.Presets(d.Model, func(a *er.Attribute) int {
		return int(d.Profile.MeanLength(a) / meanUnit)
	})
}
