// Package ollamatest runs a real Ollama server for tests, where the variable
// Program names its binary.
//
//  1. Start, or the reason to skip, or a failure where nobody gave a reason
//     (ollamatest.go);
//  2. the server has a folder for home and models that ends with the test, an
//     address of this machine alone, and a process group of its own, for a server
//     that is killed leaves its runners behind (server_linux.go);
//  3. Create gives it a model; Runners and Kill are for what goes wrong
//     (server_linux.go).
//
// The server is one that the machine has, or is built from its module with cgo.
// Module archives leave out three C++ headers: Debian's nlohmann-json3-dev and
// libstb-dev have two, and of miniaudio.h an empty shell does, since nobody sends
// sound. With CGO_CXXFLAGS=-O1 and their folder by -I it takes some minutes:
//
//	CGO_ENABLED=1 go install github.com/ollama/ollama@v0.17.4
//
// The package must not know ercheck's provider, nor what a test is about.
package ollamatest

import (
	"os"
	"testing"
)

const (
	// Program is the variable that holds the path of the server's binary.
	Program = "ERCHECK_OLLAMA_SERVER"
	// Without is the variable that says why there is none. Where CI is set, a test
	// without a server needs that reason.
	Without = "ERCHECK_NO_OLLAMA_SERVER"
)

// program is the path of the binary. Without one the test ends here.
func program(t testing.TB) string {
	t.Helper()
	path, reason := os.Getenv(Program), os.Getenv(Without)
	switch {
	case path != "":
		return path
	case reason != "":
		t.Skip(reason)
	case os.Getenv("CI") != "":
		t.Fatalf("%s names no server, and %s gives no reason", Program, Without)
	default:
		t.Skipf("%s names no server", Program)
	}
	return ""
}
