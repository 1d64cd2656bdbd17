package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/llm"
	"ercheck/llm/batch"
)

// The formats of exported prompts.
const (
	plainPrompts   = "jsonl"
	openAIBatch    = "openai"
	anthropicBatch = "anthropic"
	promptsToLook  = 1000 // after how many requests it is looked whether to stop
)

func promptsCommand(s *session) *cli.Command {
	flags := concat([]cli.Flag{
		&cli.StringFlag{Name: "format", Value: plainPrompts, Usage: "`FORMAT`: jsonl, or the batch file of openai or anthropic, which can be sent as it is"},
		&cli.StringSliceFlag{Name: "model", Usage: "`NAME` of the model, as the provider names it, for a batch file"},
		&cli.StringFlag{Name: "o", Value: toOutput, Usage: "`PATH` of the file, - is standard output"},
	}, dataFlags(), questionFlags(), askingFlags(), variantFlags())
	export := command("export", "D", "write what a run would send, to be asked elsewhere",
		"ercheck prompts export social -o prompts.jsonl\nercheck prompts export social --format openai --model gpt-5 -o batch.jsonl", flags,
		func(ctx context.Context, c *cli.Context) error { return s.exportPrompts(ctx, c, c.Args().First()) })
	return group("prompts", "prompts for models that cannot be reached from here", export)
}

// questionFlags say what is asked, and how often.
func questionFlags() []cli.Flag {
	return []cli.Flag{questionFlag(), questionSetFlag(), &cli.IntFlag{Name: "repeats", Value: 1, Usage: "ask every cell `R` times"}}
}

// exported is what is told of an export.
type exported struct {
	appliance.Export
	Format string `json:"format"`
	Path   string `json:"path"`
}

func (s *session) exportPrompts(ctx context.Context, c *cli.Context, domain string) error {
	format := c.String("format")
	writer, known := promptWriters[format]
	model, err := oneModel(c)
	switch {
	case err != nil:
		return err
	case !known:
		return usagef("it is jsonl, openai or anthropic", "there is no format %q", format)
	case format != plainPrompts && model == "":
		return usagef("for example --model NAME, as the provider names it", "a batch file needs --model")
	case format != plainPrompts && c.IsSet("think"):
		return usagef("leave it out, or write plain prompts", "a batch file says nothing of --think")
	case c.String("o") == toOutput && s.global.json:
		return usagef("add -o FILE", "with --json standard output has the counts, not the prompts")
	}
	o := appliance.RunOptions{Models: []string{model}, Set: c.String("question-set"), Questions: unique(c.StringSlice("question")), Repeats: c.Int("repeats")}
	if err = errors.Join(requireAtLeast(c, "repeats", 1), readAsking(c, &o)); err != nil {
		return err
	}
	if err := checkPath(pathOrNone(c.String("o"))); err != nil {
		return err
	}
	d, err := data(c, domain)
	if err != nil {
		return err
	}
	plan, err := appliance.NewPlan(d, o)
	if err != nil {
		return err
	}
	return s.with(ctx, func(a *appliance.Appliance) error {
		e, requests, err := a.Export(plan)
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { return writePrompts(ctx, writer(w, model, e), requests) }
		return s.writeExport(exported{e, format, c.String("o")}, write)
	})
}

// oneModel reads --model where it names one, or none.
func oneModel(c *cli.Context) (string, error) {
	switch models := unique(c.StringSlice("model")); len(models) {
	case 0:
		return "", nil
	case 1:
		return models[0], nil
	default:
		return "", usagef("", "--model is given %d times here, and takes one", len(models))
	}
}

// pathOrNone leaves out what is no path.
func pathOrNone(path string) string {
	if path == toOutput {
		return ""
	}
	return path
}

func (s *session) writeExport(e exported, write func(io.Writer) error) error {
	if e.Path == toOutput {
		return write(s.env.Stdout)
	}
	if err := writeFile(e.Path, write); err != nil {
		return err
	}
	return s.result(e, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%d prompts of %s in %s\nercheck responses import FILE --model NAME evaluates what is answered\n", e.Requests, e.ID, e.Path)
		return err
	})
}

// promptWriter writes requests in one format.
type promptWriter struct {
	add func(appliance.Exported) error
	end func() error
}

var promptWriters = map[string]func(w io.Writer, model string, e appliance.Export) promptWriter{
	plainPrompts: plainWriter,
	openAIBatch: func(w io.Writer, model string, _ appliance.Export) promptWriter {
		return batchWriter(batch.OpenAI(w, model))
	},
	anthropicBatch: func(w io.Writer, model string, _ appliance.Export) promptWriter {
		return batchWriter(batch.Anthropic(w, model))
	},
}

func batchWriter(add func(string, llm.Request) error, end func() error) promptWriter {
	return promptWriter{func(x appliance.Exported) error { return add(x.ID, x.Request) }, end}
}

// plainPrompt is one line of a plain file. Its first line has Export alone.
type plainPrompt struct {
	Export   *appliance.Export `json:"export,omitempty"`
	ID       string            `json:"id,omitempty"`
	Question string            `json:"question,omitempty"`
	Variant  string            `json:"variant,omitempty"` // "" for all variants
	Repeat   int               `json:"repeat,omitempty"`
	Strategy string            `json:"strategy,omitempty"`
	Placebo  int               `json:"placebo,omitempty"`
	Messages []plainMessage    `json:"messages,omitempty"`
}

type plainMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func plainWriter(w io.Writer, _ string, e appliance.Export) promptWriter {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	headed := false
	return promptWriter{add: func(x appliance.Exported) error {
		if !headed {
			headed = true
			if err := out.Encode(plainPrompt{Export: &e}); err != nil {
				return err
			}
		}
		line := plainPrompt{ID: x.ID, Question: x.Request.Cell.Question, Variant: x.Request.Cell.Variant, Repeat: x.Request.Cell.Repeat,
			Strategy: x.Arm.Strategy, Placebo: x.Arm.Placebo}
		for _, m := range x.Request.Messages {
			line.Messages = append(line.Messages, plainMessage{m.Role, m.Content})
		}
		return out.Encode(line)
	}, end: func() error { return nil }}
}

func writePrompts(ctx context.Context, w promptWriter, requests iter.Seq[appliance.Exported]) error {
	n := 0
	for x := range requests {
		if err := w.add(x); err != nil {
			return err
		}
		if n++; n%promptsToLook == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return w.end()
}

func responsesCommand(s *session) *cli.Command {
	flags := []cli.Flag{
		&cli.StringSliceFlag{Name: "model", Usage: "`NAME` of the model that answered (required)"},
		&cli.StringFlag{Name: "prompts", Usage: "`FILE` of plain prompts, where they were exported from another home folder"},
		&cli.StringFlag{Name: "o", Usage: "`PATH` of the report (default: in the home folder)"},
	}
	load := command("import", "FILE", "evaluate responses to exported prompts",
		"ercheck responses import answers.jsonl --model openai:gpt-5", flags,
		func(ctx context.Context, c *cli.Context) error { return s.importResponses(ctx, c, c.Args().First()) })
	return group("responses", "responses that were got elsewhere", load)
}

// importSummary is what is told of an import: the run, and what was read.
type importSummary struct {
	Responses appliance.Imported `json:"responses"`
}

func (s *session) importResponses(ctx context.Context, c *cli.Context, path string) error {
	began := s.env.Now()
	model, err := oneModel(c)
	switch {
	case err != nil:
	case model == "":
		err = usagef("for example --model openai:gpt-5", "--model says whose responses these are")
	case c.String("o") == toOutput:
		err = usagef(reportToOutput, "standard output has the summary, not the report")
	}
	if err != nil {
		return err
	}
	if err := checkPath(c.String("o")); err != nil {
		return err
	}
	received, first, err := readResponses(path)
	if err != nil {
		return err
	}
	return s.with(ctx, func(a *appliance.Appliance) error {
		e, err := findExport(a, first, c.String("prompts"))
		if err != nil {
			return err
		}
		id, counts, err := a.Import(ctx, e, model, received)
		if err != nil {
			return err
		}
		s.say("responses read: %d, of them without an answer: %d; prompts without a response: %d; responses to other prompts: %d",
			counts.Read, counts.Failed, counts.Missing, counts.Unknown)
		return s.showRunWith(ctx, a, id, c.String("o"), s.env.Now().Sub(began).Seconds(), &importSummary{counts})
	})
}

// readResponses reads a file of responses by their ids, and gives the first id.
func readResponses(path string) (received map[string]appliance.Received, first string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, "", readable(err)
	}
	defer f.Close()
	received = map[string]appliance.Received{}
	for a, err := range batch.Read(f) {
		if err != nil {
			return nil, "", &invalidError{fmt.Sprintf("%s: %v", path, err)}
		}
		if first == "" {
			first = a.ID
		}
		received[a.ID] = appliance.Received{Response: a.Response, Failure: a.Failure}
	}
	if first == "" {
		return nil, "", &invalidError{path + ": there is no response in it"}
	}
	return received, first, nil
}

// findExport looks an export up by a request's id, or reads it from the plain
// file of its prompts.
func findExport(a *appliance.Appliance, id, prompts string) (appliance.Export, error) {
	if prompts == "" {
		return a.FindExport(id)
	}
	f, err := os.Open(prompts)
	if err != nil {
		return appliance.Export{}, readable(err)
	}
	defer f.Close()
	var head plainPrompt
	if err := json.NewDecoder(f).Decode(&head); err != nil || head.Export == nil {
		return appliance.Export{}, &invalidError{prompts + ": its first line says not what was exported; only a file of --format jsonl does"}
	}
	if !strings.HasPrefix(id, head.Export.ID+"-") {
		return appliance.Export{}, &invalidError{fmt.Sprintf("%s: these are the prompts %s, and the responses are to %s", prompts, head.Export.ID, id)}
	}
	return *head.Export, nil
}
