package main

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/catalog"
	"ercheck/llm"
	"ercheck/llm/constant"
	"ercheck/llm/lexical"
	"ercheck/llm/replay"
	"ercheck/llm/through"
)

// defaultModel is asked when no --model is given: it needs nothing.
const defaultModel = lexical.Name

// provider is one way to get a model.
type provider struct {
	name string // before the colon, or the whole name of a built-in model
	form string // how a model of it is named
	says string
	open func(ctx context.Context, asked asked) (llm.Model, error)
}

// asked is a model that a call names.
type asked struct {
	rest   string // of its name, behind the provider's and the colon
	folder string // from which a relative path in it starts; "" = the working folder
	gold   func() (map[llm.Cell]string, error)
	layer  *through.Layer // what models are asked through that are not built in; may be nil

	getenv  func(string) string
	baseURL string // of compatible servers; "" = the environment's
}

// asking is what a call says about all models that it names.
func (s *session) asking(c *cli.Context) asked {
	return asked{getenv: s.env.Getenv, baseURL: c.String("base-url"), layer: s.layer}
}

var providers = append(builtIn, ofHosts()...)

func ofHosts() []provider {
	var all []provider
	for _, h := range hosts {
		all = append(all, h.provider())
	}
	return all
}

// builtIn are the providers that need nobody else.
var builtIn = []provider{
	{"lexical", "lexical", "a rule-based baseline, not an LLM: the floor that any model should beat",
		func(context.Context, asked) (llm.Model, error) {
			return lexical.Model{}, nil
		}},
	{"constant", "constant", "the same answer everywhere: agreement 100 and accuracy 0",
		func(context.Context, asked) (llm.Model, error) {
			return constant.Model{}, nil
		}},
	{"gold", "gold", "the gold query of each question: agreement 100 and accuracy 100",
		func(_ context.Context, a asked) (llm.Model, error) {
			responses, err := a.gold()
			if err != nil {
				return nil, err
			}
			return replay.FromMap("gold", responses), nil
		}},
	{"replay", "replay:FILE", "recorded responses, see ercheck help replay",
		func(_ context.Context, a asked) (llm.Model, error) {
			return replay.OpenIn(a.folder, a.rest)
		}},
}

// modelOpener finds models; how is what all of them are asked with.
func modelOpener(how asked) appliance.ModelOpener {
	return func(ctx context.Context, name string, gold func() (map[llm.Cell]string, error)) (llm.Model, error) {
		a := how
		a.gold = gold
		return openModel(ctx, name, a)
	}
}

func openModel(ctx context.Context, name string, a asked) (llm.Model, error) {
	before, rest, named := strings.Cut(name, ":")
	i := slices.IndexFunc(providers, func(p provider) bool { return p.name == before })
	if i < 0 {
		return nil, catalog.Unknown("model", name, providerForms())
	}
	if takesName := strings.Contains(providers[i].form, ":"); takesName != (named && rest != "") {
		return nil, usagef("write it as "+providers[i].form, "there is no model %q", name)
	}
	a.rest = rest
	return providers[i].open(ctx, a)
}

func providerForms() []string {
	var forms []string
	for _, p := range providers {
		forms = append(forms, p.form)
	}
	return forms
}
