package catalog

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"ercheck/catalog/fault"
	"ercheck/catalog/instance"
	"ercheck/catalog/nearest"
	"ercheck/catalog/yamlfile"
)

//go:embed domains/*.yaml
var builtIn embed.FS

//go:embed template.yaml
var template []byte

// Template is a domain file to begin with: it shows every construct, says what
// each is for, and is valid as it stands.
func Template() []byte { return bytes.Clone(template) }

// Names lists the built-in domains, sorted.
func Names() []string {
	entries, err := fs.ReadDir(builtIn, "domains")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// Load returns the built-in domain of that name, or reads the file of that path:
// whatever contains a path separator or ends in .yaml or .yml is a path. The
// error is an *UnknownError, a *fault.Error, or says why the file cannot be read
// and wraps the cause.
func Load(nameOrPath string) (*Domain, error) {
	if IsPath(nameOrPath) {
		source, err := readFile(nameOrPath)
		if err != nil {
			return nil, err
		}
		return Parse(nameOrPath, source)
	}
	if !slices.Contains(Names(), nameOrPath) {
		return nil, Unknown("domain", nameOrPath, Names())
	}
	source, err := builtIn.ReadFile(path.Join("domains", nameOrPath+".yaml"))
	if err != nil {
		return nil, fmt.Errorf("read the built-in domain %s: %w", nameOrPath, err)
	}
	d, err := Parse(nameOrPath+".yaml", source)
	if d != nil {
		d.File = ""
	}
	return d, err
}

// IsPath says whether Load takes the word for a file.
func IsPath(nameOrPath string) bool {
	lower := strings.ToLower(nameOrPath)
	return strings.ContainsAny(nameOrPath, `/\`) || strings.HasSuffix(lower, ".yaml") || strings.HasSuffix(lower, ".yml")
}

// readFile reads one byte more than a domain file may have, so that Parse sees
// that it is too large without anybody reading an endless one.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the domain file: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot read the domain file: %w", &fs.PathError{Op: "read", Path: name, Err: errors.New("it is a folder")})
	}
	source, err := io.ReadAll(io.LimitReader(f, yamlfile.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the domain file: %w", err)
	}
	return source, nil
}

// Parse reads a domain from the bytes of a file; the error is a *fault.Error
// with every fault, in which file is named.
func Parse(file string, source []byte) (*Domain, error) {
	var faults fault.List
	d := parse(source, &faults)
	if err := faults.Err(file); err != nil {
		return nil, err
	}
	d.File, d.Source = file, source
	return d, nil
}

func parse(source []byte, faults *fault.List) *Domain {
	root := yamlfile.Parse(source, faults)
	if root == nil {
		return nil
	}
	top := yamlfile.AsMap(root, "domain file", faults)
	d := &Domain{Name: top.Text("domain"), Title: top.Text("title"), Data: top.Node("data")}
	top.Need("domain", "entity_types")
	if top.Has("domain") {
		checkWord(d.Name, "domain", top.AtKey("domain"), faults)
	}
	decoder := decoder{faults: faults}
	d.Model = decoder.model(d, top)
	d.Sets = decoder.sets(top.Map("questions", "questions"))
	top.Done()
	if d.Model != nil {
		d.Profile = instance.ParseProfile(d.Data, d.Model, faults)
		decoder.checkMeasures(d.Model)
	}
	return d
}

var word = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// checkWord accepts names that are also parts of file names, databases and
// flags.
func checkWord(name, what string, at fault.Position, faults *fault.List) {
	if !word.MatchString(name) || len(name) > maxNameBytes {
		faults.Add(at, "use small letters, digits and _, beginning with a letter, at most 40",
			"%.60q cannot be the name of a %s", name, what)
	}
}

// Unknown is the *UnknownError for a name that is none of the valid ones.
func Unknown(kind, name string, valid []string) error {
	e := &UnknownError{Kind: kind, Name: name, Near: nearest.Names(name, valid, 3)}
	if len(e.Near) == 0 {
		e.Near, e.All = valid[:min(10, len(valid))], true
	}
	return e
}
