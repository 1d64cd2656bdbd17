package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/appliance/home"
	"ercheck/llm"
	"ercheck/llm/through"
)

// layerFlags say how models are asked that are not built in. They change no
// answer, so a run may be resumed with others.
func layerFlags() []cli.Flag {
	return []cli.Flag{
		baseURLFlag(),
		&cli.Float64Flag{Name: "max-cost", Usage: "`DOLLARS` that the models of a run may cost, with what it has cost before; it stops before more (default: no limit)"},
		&cli.StringFlag{Name: "prices", Usage: "`FILE` of prices that go before the built-in ones (also ERCHECK_PRICES), see ercheck help models"},
		&cli.IntFlag{Name: "rpm", Usage: "`N` requests a minute to each provider, at most (default: no limit)"},
		&cli.IntFlag{Name: "tpm", Usage: "`N` tokens a minute to each provider, at most (default: no limit)"},
		&cli.BoolFlag{Name: "fresh", Usage: "ask anew what was answered before"},
		&cli.DurationFlag{Name: "call-timeout", Value: through.DefaultTotal, Usage: "`TIME` that one answer may take, 0 = any"},
		&cli.DurationFlag{Name: "first-token-timeout", Value: through.DefaultFirstToken, Usage: "`TIME` until it begins, 0 = any"},
		&cli.DurationFlag{Name: "load-timeout", Value: through.DefaultLoad, Usage: "`TIME` until a local model is loaded, 0 = any"},
	}
}

// isLayerFlag says whether a flag is one of those.
func isLayerFlag(name string) bool {
	return slices.ContainsFunc(layerFlags(), func(f cli.Flag) bool { return f.Names()[0] == name })
}

// newLayer makes what all models of a call are asked through, from its flags;
// concurrency is how many calls a provider gets at a time.
func (s *session) newLayer(c *cli.Context, concurrency int) (*through.Layer, error) {
	o := through.Options{Fresh: c.Bool("fresh"), Notice: s.notice}
	o.Limits.Concurrency = concurrency
	var err error
	if o.MaxCost, err = dollars(c, "max-cost"); err != nil {
		return nil, err
	}
	for name, into := range map[string]*int{"rpm": &o.Limits.RequestsPerMinute, "tpm": &o.Limits.TokensPerMinute} {
		if err := requireAtLeast(c, name, 0); err != nil {
			return nil, err
		}
		*into = c.Int(name)
	}
	for name, into := range map[string]*time.Duration{
		"call-timeout": &o.Deadlines.Total, "first-token-timeout": &o.Deadlines.FirstToken, "load-timeout": &o.Deadlines.Load,
	} {
		if *into, err = patience(c, name); err != nil {
			return nil, err
		}
	}
	if o.Prices, err = s.prices(c.String("prices")); err != nil {
		return nil, err
	}
	folder, err := home.Resolve(s.global.home, s.env.Getenv)
	if err != nil {
		return nil, err
	}
	o.Cache = through.Files{Folder: folder.Responses()}
	s.layer = through.New(o)
	return s.layer, nil
}

// dollars reads a flag that is an amount of money; 0 = not given.
func dollars(c *cli.Context, name string) (float64, error) {
	amount := c.Float64(name)
	if c.IsSet(name) && !(amount > 0 && amount <= math.MaxFloat32) {
		return 0, usagef("for example --"+name+" 2.50", "--%s must be an amount above 0, and is %v", name, amount)
	}
	return amount, nil
}

// patience reads a flag that is a time limit, in the layer's form: less than 0 =
// none.
func patience(c *cli.Context, name string) (time.Duration, error) {
	switch d := c.Duration(name); {
	case d < 0:
		return 0, usagef("for example --"+name+" 5m", "--%s must not be negative, and is %v", name, d)
	case d == 0:
		return -1, nil
	default:
		return d, nil
	}
}

// prices reads the table that a flag or the environment names.
func (s *session) prices(file string) (*through.Prices, error) {
	if file == "" {
		file = s.env.Getenv("ERCHECK_PRICES")
	}
	if file == "" {
		return through.BuiltInPrices(), nil
	}
	p, err := through.ReadPrices(filepath.Clean(file))
	return p, readable(err)
}

// notice tells a person something while models are asked.
func (s *session) notice(text string) {
	if s.clearLine != nil {
		s.clearLine()
	}
	s.say("%s", text)
}

// opener finds models whose names were given in a folder, asked through the
// call's layer.
func (s *session) opener(c *cli.Context) func(folder string) appliance.ModelOpener {
	return func(folder string) appliance.ModelOpener {
		a := s.asking(c)
		a.folder = folder
		return modelOpener(a)
	}
}

// through puts the layer around a model that is not built in.
func (a asked) through(m llm.Model, s through.Source) (llm.Model, error) {
	if a.layer == nil {
		return m, nil
	}
	wrapped, err := a.layer.Wrap(m, s)
	if err != nil {
		return nil, wrongCall(err)
	}
	return wrapped, nil
}

// wrongCall is an error of a model that cannot be asked as it was named, before
// anybody was.
func wrongCall(err error) error {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return usagef(e.Hint, "%v", e)
	}
	return err
}

// sayCost tells a person what the models of a call took.
func (s *session) sayCost() {
	if text := askedText(s.layer); text != "" {
		s.say("%s", text)
	}
}

// askedText sums up what was asked through a layer; "" when nothing was.
func askedText(layer *through.Layer) string {
	if layer == nil {
		return ""
	}
	n := layer.Snapshot()
	if n.Calls+n.Cached == 0 {
		return ""
	}
	calls := fmt.Sprintf("%d calls to models", n.Calls)
	if n.Calls == 1 {
		calls = "1 call to a model"
	}
	parts := []string{calls}
	for _, p := range []struct {
		count int
		what  string
	}{{n.Retries, "of them tried again"}, {n.Cached, "answered before"}, {n.Waiting, "waiting"}} {
		if p.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.count, p.what))
		}
	}
	if n.Cost > 0 {
		parts = append(parts, fmt.Sprintf("$%.2f", n.Cost))
	}
	return strings.Join(parts, ", ")
}
