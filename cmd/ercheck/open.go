package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/appliance/home"
)

// options are what every verb is opened with.
func (s *session) options(line *statusLine) (appliance.Options, error) {
	folder, err := home.Resolve(s.global.home, s.env.Getenv)
	if err != nil {
		return appliance.Options{}, err
	}
	return appliance.Options{
		Home: folder, PgBin: s.global.pgBin, DatabaseURL: s.global.databaseURL,
		Version: version, Env: s.env.Getenv, Progress: line.Progress,
		Log: func(format string, args ...any) {
			if s.global.verbose || s.env.ErrTerminal { // a person waits for a download, or for a server that is mended
				line.clear()
				s.say(format, args...)
			}
		},
	}, nil
}

// with opens the appliance for one command and closes it afterwards, whatever
// happened.
func (s *session) with(ctx context.Context, do func(a *appliance.Appliance) error) (err error) {
	line := &statusLine{s: s}
	options, err := s.options(line)
	if err != nil {
		return err
	}
	a, err := appliance.Open(options)
	if err != nil {
		return err
	}
	defer func() {
		line.clear()
		err = errors.Join(err, a.Close())
	}()
	s.clearLine = line.clear
	return a.Explain(do(a))
}

// dataFlags choose a conceptual instance; every command that touches data has
// them.
func dataFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "scale", Usage: "`SCALE` of the data: tiny, demo, paper or NxNAME (default: demo; tiny for an adversarial kind)"},
		&cli.StringFlag{Name: "kind", Usage: "`KIND` of data: random, or one made to tell queries apart, see ercheck help data (default: random)"},
		&cli.StringFlag{Name: "seed", Value: "1", Usage: "`NUMBER` from which all data follows"},
		&cli.StringFlag{Name: "skew", Usage: "`EXPONENT` of the Zipf distributions, 0 to 2 in steps of 0.25 (default: the model's own)"},
		&cli.StringSliceFlag{Name: "param", Usage: "`NAME=VALUE`, one figure of the data; may be repeated"},
		&cli.IntFlag{Name: "workers", Usage: "`N` goroutines that generate; the data is the same for every number (default: processors)"},
	}
}

// variantFlags choose variants.
func variantFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringSliceFlag{Name: "variant", Usage: "`NAME` of a variant; may be repeated (default: all ten presets, or all of --variants)"},
	}, changeFlags()...)
}

// changeFlags say which variants a name is looked up in, and what is changed.
func changeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "variants", Usage: "`FILE` of variants to choose from instead of the presets, as variant sample writes it"},
		&cli.StringSliceFlag{Name: "set", Usage: "`POINT=CHOICE`, another choice for each chosen variant, see variant points; may be repeated"},
	}
}

// variantOptions reads the flags of variants.
func variantOptions(c *cli.Context, names []string) appliance.DataOptions {
	return appliance.DataOptions{Variants: names, VariantsFile: c.String("variants"), Settings: c.StringSlice("set")}
}

func questionFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "question", Usage: "`ID` of a question; may be repeated (default: the whole set)"}
}

func questionSetFlag() cli.Flag {
	return &cli.StringFlag{Name: "question-set", Usage: "`SET` of questions (default: the first of the domain; all = every set)"}
}

// data reads the data flags for a domain, and those of variants.
func data(c *cli.Context, domain string) (*appliance.Data, error) {
	return dataOf(c, domain, c.StringSlice("variant"))
}

func dataOf(c *cli.Context, domain string, names []string) (*appliance.Data, error) {
	seed, err := strconv.ParseUint(c.String("seed"), 10, 64)
	if err != nil {
		return nil, usagef("", "--seed %q is no whole number from 0 to 18446744073709551615", c.String("seed"))
	}
	params, err := readParams(c.StringSlice("param"))
	if err != nil {
		return nil, err
	}
	if err := requireAtLeast(c, "workers", 0); err != nil {
		return nil, err
	}
	o := variantOptions(c, names)
	o.Domain, o.Scale, o.Seed, o.Skew = domain, c.String("scale"), seed, c.String("skew")
	o.Kind = c.String("kind")
	o.Params, o.Workers = params, c.Int("workers")
	d, err := appliance.Choose(o)
	return d, readable(err)
}

func readParams(given []string) (map[string]string, error) {
	params := map[string]string{}
	for _, p := range given {
		name, value, ok := strings.Cut(p, "=")
		if !ok || name == "" {
			return nil, usagef("for example --param null.Channel.description=0.2", "--param %q is not NAME=VALUE", p)
		}
		if _, twice := params[name]; twice {
			return nil, usagef("", "--param %s is given twice", name)
		}
		params[name] = value
	}
	return params, nil
}

// concat joins lists of flags.
func concat(lists ...[]cli.Flag) []cli.Flag {
	var all []cli.Flag
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
