package tree

import (
	"path"
	"slices"
	"strings"
)

// keep says whether a file of a published package is needed to make a cluster
// and to run it. name is relative to the folder that has bin, lib and share,
// with forward slashes. On Windows the loadable modules lie in lib itself and
// the shared libraries in bin.
func keep(name string) bool {
	top, rest, _ := strings.Cut(name, "/")
	switch top {
	case "bin":
		return keepProgram(rest)
	case "lib":
		return keepLibrary(rest)
	case "share":
		return keepShared(strings.TrimPrefix(rest, "postgresql/"))
	}
	return false
}

var programs = []string{"postgres", "initdb", "pg_ctl"}

func keepProgram(name string) bool {
	if strings.HasSuffix(name, ".dll") {
		return !foreign(name)
	}
	return slices.Contains(programs, strings.TrimSuffix(name, ".exe"))
}

func keepLibrary(name string) bool {
	if module, inFolder := strings.CutPrefix(name, "postgresql/"); inFolder {
		return keepModule(module)
	}
	if strings.Contains(name, "/") || foreign(name) {
		return false
	}
	if strings.HasSuffix(name, ".dll") {
		return keepModule(name)
	}
	return isLibrary(name)
}

// isLibrary recognises libx.so, libx.so.1.2 and libx.1.dylib.
func isLibrary(name string) bool {
	return strings.HasSuffix(name, ".dylib") || strings.HasSuffix(name, ".so") || strings.Contains(name, ".so.")
}

// foreign names libraries that ship beside the server but that none of the
// kept programs loads: clients' tools, extensions' helpers, a plug-in's window
// toolkit.
func foreign(name string) bool {
	for _, prefix := range []string{"libecpg", "libpgtypes", "libxslt", "libossp-uuid", "wx", "testplug", "icuio", "icutu"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// keepModule keeps the modules that initdb loads or that a conversion between
// encodings needs.
func keepModule(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	switch stem {
	case "plpgsql", "dict_snowball", "euc2004_sjis2004":
		return isModule(name)
	}
	return strings.Contains(stem, "_and_") && isModule(name)
}

func isModule(name string) bool {
	return !strings.Contains(name, "/") && slices.Contains([]string{".so", ".dylib", ".dll"}, path.Ext(name))
}

func keepShared(name string) bool {
	top, rest, nested := strings.Cut(name, "/")
	if !nested {
		return true
	}
	switch top {
	case "extension":
		return strings.HasPrefix(rest, "plpgsql")
	case "timezone", "timezonesets", "tsearch_data":
		return true
	}
	return false
}

// executable says whether an unpacked file gets the execute permission.
func executable(name string) bool {
	return strings.HasPrefix(name, "bin/") || strings.HasPrefix(name, "lib/")
}
