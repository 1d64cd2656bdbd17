package proc

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Alive says whether the process exists and is no zombie.
func Alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	// "pid (name) state …", and the name may have any characters.
	_, rest, found := bytes.Cut(text[max(0, bytes.LastIndexByte(text, ')')):], []byte(") "))
	return found && len(rest) > 0 && rest[0] != 'Z' && rest[0] != 'X'
}

// Serves says whether the process's command line has dir as an argument.
func Serves(pid int, dir string) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return false
	}
	return slices.Contains(strings.Split(string(text), "\x00"), dir)
}
