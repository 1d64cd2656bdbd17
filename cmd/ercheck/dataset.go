package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
)

func datasetCommand(s *session) *cli.Command {
	flags := concat([]cli.Flag{
		&cli.StringFlag{Name: "o", Value: toOutput, Usage: "`PATH` of the file, - is standard output"},
		&cli.BoolFlag{Name: "check", Usage: "run every query on its own variant too, and fail where one answers otherwise"},
		questionFlag(), questionSetFlag(),
	}, dataFlags(), variantFlags())
	export := command("export", "D", "write question, schema, gold SQL and the answer's digest for each question on each variant",
		"ercheck dataset export social -o social.jsonl\nercheck dataset export retail --variants many.yaml --check -o retail.jsonl", flags,
		func(ctx context.Context, c *cli.Context) error { return s.exportDataset(ctx, c) })
	return group("dataset", "records for training and evaluation", export)
}

// datasetWritten is what is told of a dataset.
type datasetWritten struct {
	appliance.DatasetResult
	Path string `json:"path"`
}

func (s *session) exportDataset(ctx context.Context, c *cli.Context) error {
	path := c.String("o")
	if path == toOutput && s.global.json {
		return usagef("add -o FILE", "with --json standard output has the counts, not the records")
	}
	if err := checkPath(pathOrNone(path)); err != nil {
		return err
	}
	d, err := data(c, c.Args().First())
	if err != nil {
		return err
	}
	o := appliance.DatasetOptions{Set: c.String("question-set"), Questions: unique(c.StringSlice("question")), Check: c.Bool("check"), Call: datasetCall(c)}
	return s.with(ctx, func(a *appliance.Appliance) error {
		var result appliance.DatasetResult
		write := func(w io.Writer) (err error) {
			result, err = a.Dataset(ctx, d, o, w)
			return err
		}
		if path == toOutput {
			return write(s.env.Stdout)
		}
		if err := writeFile(path, write); err != nil {
			return err
		}
		return s.result(datasetWritten{result, path}, func(w io.Writer) error { return writeDataset(w, result, path) })
	})
}

func writeDataset(w io.Writer, r appliance.DatasetResult, path string) error {
	checked := ""
	if r.Checked > 0 {
		checked = fmt.Sprintf(", %d queries run on their variants", r.Checked)
	}
	_, err := fmt.Fprintf(w, "%s: %d records, %d questions on %d variants%s\n", path, r.Records, r.Questions, r.Variants, checked)
	return err
}

// datasetCall is the call without what cannot change the records: where they go
// and how many goroutines generate.
func datasetCall(c *cli.Context) string {
	words := []string{"ercheck dataset export", quoteWord(c.Args().First())}
	names := c.LocalFlagNames()
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		switch value := c.Value(name).(type) {
		case cli.StringSlice:
			for _, one := range value.Value() {
				words = append(words, "--"+name, quoteWord(one))
			}
		case string:
			if name != "o" {
				words = append(words, "--"+name, quoteWord(value))
			}
		}
	}
	return strings.Join(words, " ")
}

// quoteWord writes a word as a shell reads it, if it is not plain.
func quoteWord(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:=/") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
