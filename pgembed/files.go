package pgembed

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// readJSON leaves v as it is if the file is missing or is no JSON: every such
// file can be made again from what is on disk.
func readJSON(name string, v any) bool {
	text, err := os.ReadFile(name)
	return err == nil && json.Unmarshal(text, v) == nil
}

func writeJSON(name string, v any, mode os.FileMode) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(name, append(text, '\n'), mode)
}

// writeFile replaces a file as a whole: a process killed at any moment leaves
// the old content or the new.
func writeFile(name string, content []byte, mode os.FileMode) error {
	temp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // after the rename there is nothing left to remove
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}

// readFrom reads a file from an offset on.
func readFrom(name string, offset int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.NewSectionReader(file, offset, 1<<24))
}
