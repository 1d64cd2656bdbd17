package appliance

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ercheck/catalog"
	"ercheck/catalog/instance"
	"ercheck/catalog/question"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

// DataOptions choose a conceptual instance and the variants that store it.
type DataOptions struct {
	Domain   string            // a built-in domain's name or a model file's path
	Kind     string            // of instance.Kinds; "" = random
	Scale    string            // "" = demo, for an adversarial kind tiny
	Seed     uint64            // the commands' default is 1
	Skew     string            // "" = the model's own
	Params   map[string]string // figures of the data by name
	Variants []string          // names of presets, or of variants in VariantsFile; none = all of them
	// VariantsFile holds kept variants, see variants.ParseFile; "" = the presets.
	VariantsFile string
	// Settings, each point=choice, are applied to every chosen variant, which is
	// then named after its choices.
	Settings []string
	Workers  int // goroutines that generate; 0 = as many as processors

	givenScale string            // as the caller gave it, before the default
	recorded   []recordedVariant // of a run that is resumed; they stand for all other choices of variants
}

// Data is what DataOptions chose, before anything is stored.
type Data struct {
	Domain   *catalog.Domain
	Scale    string
	Source   *instance.Generator
	Identity string // of the request, in hex
	Database string // where it is stored
	Variants []variants.Variant
	options  DataOptions
}

// Choose resolves the options. Unknown names and impossible figures are errors
// with the nearest valid ones. It needs no Postgres.
func Choose(o DataOptions) (*Data, error) {
	domain, err := catalog.Load(o.Domain)
	if err != nil {
		return nil, err
	}
	return chooseOf(domain, o)
}

// chooseOf resolves the options of a domain that is loaded.
func chooseOf(domain *catalog.Domain, o DataOptions) (*Data, error) {
	source, err := instance.New(domain.Model, domain.Profile, instance.Options{
		Kind: o.Kind, Scale: o.Scale, Seed: o.Seed, Skew: o.Skew, Params: o.Params, Workers: o.Workers,
		Rankings: instance.CutsOf(allQuestions(domain)), Constants: instance.ConstantsOf(allQuestions(domain)),
	})
	if err != nil {
		return nil, err
	}
	chosen, err := o.ChooseVariants(domain)
	if err != nil {
		return nil, err
	}
	o.givenScale = o.Scale
	o.Scale, o.Kind = source.Scale(), source.Kind()
	return &Data{
		Domain: domain, Scale: o.Scale, Source: source, Identity: source.Identity(), Variants: chosen,
		Database: databaseName(domain.Name, o.Scale, source.Identity()), options: o,
	}, nil
}

// only is the same instance with one of its variants.
func (d *Data) only(v variants.Variant) *Data {
	one := *d
	one.Variants = []variants.Variant{v}
	return &one
}

// AllSets stands for the questions of every set.
const AllSets = catalog.AllSets

// Questions are those of a set: "" = the domain's first, AllSets = all.
func Questions(d *catalog.Domain, set string) ([]question.Question, error) {
	switch {
	case set == AllSets || set == "" && len(d.Sets) == 0:
		return allQuestions(d), nil
	case set == "":
		set = d.Sets[0].Name
	}
	return d.Questions(set)
}

func allQuestions(d *catalog.Domain) []question.Question {
	var all []question.Question
	for _, set := range d.Sets {
		all = append(all, set.Questions...)
	}
	return all
}

// ChooseQuestions gives the named questions of a set, or all of it.
func ChooseQuestions(d *catalog.Domain, set string, ids []string) ([]question.Question, error) {
	all, err := Questions(d, set)
	if err != nil || len(ids) == 0 {
		return all, err
	}
	var valid []string
	for _, q := range all {
		valid = append(valid, q.ID)
	}
	var chosen []question.Question
	for _, id := range ids {
		i := slices.Index(valid, id)
		if i < 0 {
			return nil, catalog.Unknown("question", id, valid)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// easiest is the variant with the least to read for all E/R views: what is the
// same on every variant is asked there.
func (d *Data) easiest() variants.Variant {
	return slices.MinFunc(d.Variants, func(a, b variants.Variant) int {
		return cmp.Compare(pgsql.ViewCost(a.Layout), pgsql.ViewCost(b.Layout))
	})
}

// Names in the cluster; the parts are cut so that the whole stays below the 63
// bytes that Postgres keeps.
const (
	maxDomainPart = 24
	maxScalePart  = 12
	identityPart  = 8
)

func databaseName(domain, scale, identity string) string {
	return fmt.Sprintf("er_%s_%s_%s", cutTo(domain, maxDomainPart), cutTo(scale, maxScalePart), identity[:identityPart])
}

func roleName(identity, variant string) string {
	return "er_" + identity[:identityPart] + "_" + variant
}

// viewSchema holds a variant's E/R views; the model under test never sees it.
func viewSchema(variant string) string { return "er__" + variant }

// cutTo shortens at a rune boundary.
func cutTo(s string, bytes int) string {
	for len(s) > bytes {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return strings.ToLower(s)
}

// countEntities and countLinks say how large the instance is.
func countEntities(src instance.Source) int64 {
	var n int64
	for _, t := range src.Model().EntityTypes {
		n += src.Count(t)
	}
	return n
}

// countLinks goes through every relationship's view once.
func countLinks(ctx context.Context, src instance.Source) (int64, error) {
	var n int64
	for _, v := range src.Model().Views() {
		if v.Relationship == nil {
			continue
		}
		for _, err := range instance.Rows(ctx, src, v) {
			if err != nil {
				return 0, err
			}
			n++
		}
	}
	return n, nil
}
