//go:build unix && !linux

package proc

import (
	"os/exec"
	"strconv"
	"strings"
)

// Alive says whether the process exists and is no zombie.
func Alive(pid int) bool {
	state := ask(pid, "stat=")
	return state != "" && !strings.HasPrefix(state, "Z")
}

// Serves says whether the process's command line has dir in it.
func Serves(pid int, dir string) bool {
	return strings.Contains(ask(pid, "args="), dir)
}

// ask gives "" for a process that does not exist.
func ask(pid int, column string) string {
	output, err := exec.Command("/bin/ps", "-ww", "-o", column, "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(output))
}
