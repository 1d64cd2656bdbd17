package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/appliance/record"
	"ercheck/llm"
)

// askingFlags say what a model is told.
func askingFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "strategy", Usage: "`S`: " + strings.Join(appliance.Strategies(), ", ") + "; see ercheck help strategies; may be repeated (default: " + appliance.StrategyDirect + ")"},
		&cli.IntFlag{Name: "placebo", Usage: "also ask with each schema's dump in `R` other orders, which changes no right answer"},
		&cli.Float64Flag{Name: "temperature", Usage: "`T` from 0, the likeliest answer, to 2, where the model knows it"},
		&cli.Int64Flag{Name: "model-seed", Value: 1, Usage: "`N` that fixes the model's choices, where the model knows it; 0 sends none"},
		&cli.IntFlag{Name: "max-tokens", Usage: "`N` tokens that an answer may have (default: the provider's own limit)"},
		&cli.StringFlag{Name: "think", Usage: "`on or off`: whether a model reasons first, where that can be said (default: the model's own way)"},
	}
}

// highestTemperature is what the providers know at most.
const highestTemperature = 2

// readAsking reads the flags into the options of a run.
func readAsking(c *cli.Context, o *appliance.RunOptions) error {
	for _, name := range []string{"placebo", "max-tokens"} {
		if err := requireAtLeast(c, name, 0); err != nil {
			return err
		}
	}
	think := llm.Think(c.String("think"))
	switch {
	case c.Int("placebo") > appliance.MaxPlacebo:
		return &appliance.PlaceboError{Orders: c.Int("placebo")}
	case !(c.Float64("temperature") >= 0 && c.Float64("temperature") <= highestTemperature):
		return usagef("", "--temperature must be from 0 to %d, and is %v", highestTemperature, c.Float64("temperature"))
	case think != llm.ThinkDefault && think != llm.ThinkOn && think != llm.ThinkOff:
		return usagef("leave it out for the model's own way", "--think must be on or off, and is %q", think)
	}
	o.Strategies, o.Placebo = unique(c.StringSlice("strategy")), c.Int("placebo")
	o.Asking = record.Asking{
		Temperature: c.Float64("temperature"), Seed: c.Int64("model-seed"), MaxTokens: c.Int("max-tokens"), Think: string(think),
	}
	return nil
}
