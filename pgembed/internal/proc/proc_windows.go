package proc

import (
	"errors"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

const stillActive = 259 // STILL_ACTIVE

// Alive says whether the process exists and has not ended.
func Alive(pid int) bool {
	handle, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	defer windows.CloseHandle(handle)
	var code uint32
	return windows.GetExitCodeProcess(handle, &code) == nil && code == stillActive
}

// Serves says whether the process's command line has dir in it.
func Serves(pid int, dir string) bool {
	handle, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return false
	}
	defer windows.CloseHandle(handle)
	buffer := make([]uint64, 8<<10) // 64 kB, more than a command line can have; aligned
	var size uint32
	err = windows.NtQueryInformationProcess(handle, windows.ProcessCommandLineInformation,
		unsafe.Pointer(&buffer[0]), uint32(8*len(buffer)), &size)
	if err != nil {
		return false
	}
	line := (*windows.NTUnicodeString)(unsafe.Pointer(&buffer[0])).String()
	return strings.Contains(line, dir)
}

// Stop cannot ask for a clean end by a signal on Windows; pg_ctl does that.
func Stop(int) error { return errors.ErrUnsupported }

// Kill ends the process; its next start recovers from the log.
func Kill(pid int) error {
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return process.Kill()
}
