package pgembed

import (
	"io/fs"

	"ercheck/pgembed/internal/fetch"
)

// Build is the one build of Postgres that this program runs on a platform unless
// it is told otherwise.
type Build struct {
	Version  string `json:"version"`  // as the server names it
	Package  string `json:"package"`  // where it comes from
	Checksum string `json:"checksum"` // of that package: sha512, in hexadecimal
	Files    string `json:"files"`    // digest over the files that are used, in hexadecimal
	Embedded bool   `json:"embedded"` // this program carries them
}

// PinnedBuild is that of the platform this program was built for. false: there is
// none, and an installed server is needed.
func PinnedBuild() (b Build, ok bool) {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return Build{}, false
	}
	_, err = fs.Stat(bundle, "bundle/"+pin.Platform+".tar.zst")
	return Build{fetch.Version, pin.Package, pin.SHA512, pin.Tree, err == nil}, true
}
