package pgembed

import "golang.org/x/sys/windows"

// freeSpace is what this user can still write below dir, in bytes.
func freeSpace(dir string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}
