package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"ercheck/catalog"
)

func domainInitCommand(s *session) *cli.Command {
	flags := []cli.Flag{&cli.BoolFlag{Name: "force", Usage: "write over a file that is there"}}
	return command("init", "PATH", "write a commented E/R model to begin with", "ercheck domain init mine.yaml", flags,
		func(_ context.Context, c *cli.Context) error {
			path := c.Args().First()
			if path != toOutput && !catalog.IsPath(path) {
				return usagef("for example ercheck domain init "+path+".yaml", "%q is no name of a model file: it ends in .yaml or .yml", path)
			}
			if err := writeTemplate(path, c.Bool("force")); err != nil {
				return err
			}
			return s.showTemplate(path)
		})
}

// writeTemplate makes the file; one that is there is only written over with
// force. Standard output is no file.
func writeTemplate(path string, force bool) error {
	if path == toOutput {
		return nil
	}
	if err := checkPath(path); err != nil {
		return err
	}
	if force {
		return writeFile(path, func(w io.Writer) error { _, err := w.Write(catalog.Template()); return err })
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return usagef("choose another name, or --force", "%s is there already", path)
	}
	if err != nil {
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	_, err = f.Write(catalog.Template())
	return errors.Join(err, f.Close())
}

func (s *session) showTemplate(path string) error {
	result := struct {
		File     string `json:"file,omitempty"`
		Template string `json:"template,omitempty"` // with - for the file
	}{File: path}
	if path == toOutput {
		result.File, result.Template = "", string(catalog.Template())
	}
	return s.result(result, func(w io.Writer) error {
		if path == toOutput {
			_, err := io.WriteString(w, result.Template)
			return err
		}
		_, err := fmt.Fprintf(w, "%[1]s is a model that works as it stands. Change it, and then\n\n  ercheck domain check %[1]s\n", path)
		return err
	})
}
