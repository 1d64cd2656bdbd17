package home

import (
	"os"
	"path/filepath"
	"testing"
)

func env(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

func TestResolvePrefersFlagThenVariable(t *testing.T) {
	both := env(map[string]string{"ERCHECK_HOME": "/from/env", "HOME": "/h"})
	for _, c := range []struct {
		flag string
		env  func(string) string
		want Home
	}{
		{"/from/flag", both, "/from/flag"},
		{"", both, "/from/env"},
	} {
		got, err := Resolve(c.flag, c.env)
		if err != nil || got != c.want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", c.flag, got, err, c.want)
		}
	}
}

func TestDataFolderByPlatform(t *testing.T) {
	for _, c := range []struct {
		goos string
		env  map[string]string
		want string
	}{
		{"linux", map[string]string{"HOME": "/h"}, "/h/.local/share"},
		{"linux", map[string]string{"HOME": "/h", "XDG_DATA_HOME": "/data"}, "/data"},
		{"linux", map[string]string{"HOME": "/h", "XDG_DATA_HOME": "relative"}, "/h/.local/share"},
		{"darwin", map[string]string{"HOME": "/h"}, "/h/Library/Application Support"},
		{"windows", map[string]string{"LocalAppData": "/l"}, "/l"},
	} {
		got, err := dataFolder(c.goos, env(c.env))
		if err != nil || got != c.want {
			t.Errorf("dataFolder(%s, %v) = %q, %v, want %q", c.goos, c.env, got, err, c.want)
		}
	}
}

func TestCreateRefusesAFileInItsPlace(t *testing.T) {
	occupied := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(occupied, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Home(occupied).Create()
	if err == nil {
		t.Fatal("a file was taken for a home folder")
	}
}
