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
	return command("version", "", "print the version", "ercheck version", nil, func(context.Context, *cli.Context) error {
		result := struct {
			Version  string `json:"version"`
			Go       string `json:"go"`
			Platform string `json:"platform"`
		}{version, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
		return s.result(result, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "ercheck %s (%s, %s)\n", result.Version, result.Go, result.Platform)
			return err
		})
	})
}
