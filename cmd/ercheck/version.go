package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/urfave/cli/v2"
)

// version of ercheck; a release sets it when it is linked.
var version = "0.1.0-dev"

func versionCommand(s *session) *cli.Command {
	flags := []cli.Flag{
		&cli.BoolFlag{Name: "components", Usage: "list what the program is made of, with licences and checksums"},
		&cli.BoolFlag{Name: "licences", Usage: "print the licences of the modules that the program is made of"},
	}
	return command("version", "", "print the version, and what the program is made of", "ercheck version\nercheck version --components", flags,
		func(_ context.Context, c *cli.Context) error {
			if c.Bool("components") && c.Bool("licences") {
				return usagef("call it once for each", "--components and --licences contradict each other")
			}
			result := struct {
				Version    string      `json:"version"`
				Go         string      `json:"go"`
				Platform   string      `json:"platform"`
				Components []component `json:"components"`
			}{version, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, components()}
			return s.result(result, func(w io.Writer) error {
				switch {
				case c.Bool("licences"):
					return writeLicences(w)
				case c.Bool("components"):
					return s.writeComponents(w, result.Components)
				}
				_, err := fmt.Fprintf(w, "ercheck %s (%s, %s)\n", result.Version, result.Go, result.Platform)
				return err
			})
		})
}
