package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/catalog/question"
)

// Several instances of one domain, side by side.

// instancesFlag lists instances; usage says what becomes of them.
func instancesFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "instances", Usage: "`LIST` of instances, as 3,adversarial or random@1,ties@2, see ercheck help data: " + usage}
}

func untilFlag(usage string) cli.Flag {
	return &cli.Float64Flag{Name: "until", Usage: "`SHARE`, more than 0 and at most 1: " + usage}
}

// instanceChoices reads --instances; nil when it is not given.
func instanceChoices(c *cli.Context, d *appliance.Data) ([]appliance.InstanceChoice, error) {
	if !c.IsSet("instances") {
		return nil, nil
	}
	if c.IsSet("kind") {
		return nil, usagef("name the kind in --instances", "--kind and --instances contradict each other")
	}
	return appliance.ParseInstances(c.String("instances"), d.Instance().Seed)
}

// untilShare reads --until; 0 when it is not given.
func untilShare(c *cli.Context) (float64, error) {
	share := c.Float64("until")
	if c.IsSet("until") && !(share > 0 && share <= 1) {
		return 0, usagef("for example --until 0.98", "--until must be more than 0 and at most 1, and is %v", share)
	}
	return share, nil
}

// chosen are the instances of one call.
type chosen struct {
	data     []*appliance.Data
	several  bool                      // a list was asked for, if only of one
	mistakes *appliance.MistakesResult // with --until
}

// chooser finds the instances, once there is a server to ask.
type chooser func(ctx context.Context, a *appliance.Appliance) (chosen, error)

// chooseInstances reads --instances and --until of build.
func chooseInstances(c *cli.Context, d *appliance.Data) (chooser, error) {
	choices, err := instanceChoices(c, d)
	if err != nil {
		return nil, err
	}
	until, err := untilShare(c)
	if err != nil {
		return nil, err
	}
	if until == 0 {
		all, err := onEach(d, choices)
		return func(context.Context, *appliance.Appliance) (chosen, error) {
			return chosen{data: all, several: choices != nil}, nil
		}, err
	}
	if choices != nil {
		return nil, usagef("ercheck domain mistakes says what given instances tell", "--until chooses the instances, and --instances names them")
	}
	questions, err := appliance.Questions(d.Domain, c.String("question-set"))
	return func(ctx context.Context, a *appliance.Appliance) (chosen, error) {
		found, err := a.Mistakes(ctx, d, appliance.MistakesOptions{Questions: questions, Until: until})
		if err != nil {
			return chosen{}, err
		}
		all, err := d.OnEach(found.Chosen.Choices())
		return chosen{all, true, &found}, err
	}, err
}

// onEach is the data on each of the instances, or as it stands without any.
func onEach(d *appliance.Data, choices []appliance.InstanceChoice) ([]*appliance.Data, error) {
	if choices == nil {
		return []*appliance.Data{d}, nil
	}
	return d.OnEach(choices)
}

// builtInstances is what was built; the fields of the first stand for themselves
// too.
type builtInstances struct {
	appliance.BuildResult
	Instances []builtInstance           `json:"instances,omitempty"` // where several were asked for
	Mistakes  *appliance.MistakesResult `json:"mistakes,omitempty"`  // with --until
}

type builtInstance struct {
	Instance string `json:"instance"`
	appliance.BuildResult
}

func buildEach(ctx context.Context, a *appliance.Appliance, choose chooser, o appliance.BuildOptions) (builtInstances, error) {
	all, err := choose(ctx, a)
	if err != nil {
		return builtInstances{}, err
	}
	built := builtInstances{Mistakes: all.mistakes}
	for i, d := range all.data {
		result, err := a.Build(ctx, d, o)
		if err != nil {
			return builtInstances{}, fmt.Errorf("instance %s: %w", d.Instance(), err)
		}
		if i == 0 {
			built.BuildResult = result
		}
		built.Instances = append(built.Instances, builtInstance{d.Instance().String(), result})
	}
	if !all.several {
		built.Instances = nil
	}
	return built, nil
}

func (s *session) writeBuilds(w io.Writer, r builtInstances) error {
	if r.Instances == nil {
		return s.writeBuild(w, r.BuildResult)
	}
	var rows [][]any
	for _, i := range r.Instances {
		var stored int64
		for _, v := range i.Variants {
			stored += v.Rows
		}
		rows = append(rows, []any{i.Instance, i.Scale, i.Entities, i.Links, len(i.Variants), stored, fmt.Sprintf("%.2f s", i.Seconds), i.Database})
	}
	if err := s.writeTable(w, []string{"instance", "scale", "entities", "links", "variants", "rows", "built in", "database"}, rows); err != nil {
		return err
	}
	if r.Mistakes == nil {
		return nil
	}
	writeFate(w, *r.Mistakes, appliance.FateSurvivor, "Told by none of all that were tried:")
	return writeChosen(w, r.Mistakes.Chosen)
}

// verifiedInstances is what was proved, over all instances: Holds is of all,
// differences too; the other fields are the first's.
type verifiedInstances struct {
	appliance.VerifyResult
	Instances []verifiedInstance `json:"instances,omitempty"` // where several were asked for
}

type verifiedInstance struct {
	Instance string `json:"instance"`
	appliance.VerifyResult
}

func verifyEach(ctx context.Context, a *appliance.Appliance, d *appliance.Data, choices []appliance.InstanceChoice, questions []question.Question) (verifiedInstances, error) {
	all, err := onEach(d, choices)
	if err != nil {
		return verifiedInstances{}, err
	}
	var verified verifiedInstances
	for i, d := range all {
		result, err := a.Verify(ctx, d, questions)
		if err != nil {
			return verifiedInstances{}, fmt.Errorf("instance %s: %w", d.Instance(), err)
		}
		if verified.Instances = append(verified.Instances, verifiedInstance{d.Instance().String(), result}); i == 0 {
			verified.VerifyResult = result
			continue
		}
		verified.Holds = verified.Holds && result.Holds
		verified.Differences = append(verified.Differences, result.Differences...)
	}
	if choices == nil {
		verified.Instances = nil
	}
	return verified, nil
}

func writeVerifies(w io.Writer, r verifiedInstances) error {
	if r.Instances == nil {
		return writeVerify(w, r.VerifyResult)
	}
	for _, i := range r.Instances {
		fmt.Fprintf(w, "%s, scale %s\n", i.Instance, i.Scale)
		if err := writeVerify(w, i.VerifyResult); err != nil {
			return err
		}
	}
	return nil
}
