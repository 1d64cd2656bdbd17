package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ercheck/llm/llmtest/fake"
)

// noHosts takes away what the environment says about providers.
func noHosts(t *testing.T) {
	t.Helper()
	for _, h := range hosts {
		t.Setenv(h.base, "")
		for _, key := range h.keys {
			t.Setenv(key, "")
			t.Setenv(key+"_FILE", "")
		}
	}
}

// aKey is one that must be found nowhere.
const aKey = "sk-test-0123456789-never-shown"

// serve starts a provider's server.
func serve(t *testing.T, p fake.Protocol, answer func(fake.Request) fake.Answer) *fake.Server {
	t.Helper()
	server := fake.New(p, answer)
	t.Cleanup(server.Close)
	return server
}

// protocols are what each provider speaks.
var protocols = map[string]fake.Protocol{
	"ollama": fake.Ollama, "openai": fake.OpenAI, "deepseek": fake.OpenAI, "compatible": fake.OpenAI, "anthropic": fake.Anthropic, "gemini": fake.Gemini,
}

func entryNamed(t *testing.T, entries []modelEntry, name string) modelEntry {
	t.Helper()
	i := slices.IndexFunc(entries, func(e modelEntry) bool { return e.Name == name })
	if i < 0 {
		t.Fatalf("%s is not listed: %v", name, entries)
	}
	return entries[i]
}

func TestModelListSaysWhatCanBeAsked(t *testing.T) {
	noHosts(t)
	for _, h := range hosts {
		server := serve(t, protocols[h.name], nil)
		server.Models = []string{"first", "second"}
		t.Setenv(h.base, server.BaseURL)
		t.Setenv(h.keys[0], aKey)
	}
	var entries []modelEntry
	document(t, "", exitDone, &entries, "model", "list", "--json")
	for _, h := range hosts {
		if e := entryNamed(t, entries, h.name+":NAME"); !e.Available || !strings.Contains(e.Reason, "2 models") {
			t.Errorf("%+v", e)
		}
		byName := slices.ContainsFunc(entries, func(e modelEntry) bool { return e.Name == h.name+":second" })
		if byName != h.local {
			t.Errorf("%s: models by name %v, want %v", h.name, byName, h.local)
		}
		var one []modelEntry
		document(t, "", exitDone, &one, "model", "list", h.name, "--json")
		if len(one) != 3 || one[2].Name != h.name+":second" || !one[2].Available {
			t.Errorf("%s: %v", h.name, one)
		}
	}
}

func TestModelListSaysWhyNot(t *testing.T) {
	noHosts(t)
	dead := serve(t, fake.Ollama, nil)
	dead.Close()
	t.Setenv("OLLAMA_HOST", dead.BaseURL)
	page := serve(t, fake.Gemini, nil)
	t.Setenv("DEEPSEEK_BASE_URL", page.BaseURL)
	t.Setenv("DEEPSEEK_API_KEY", aKey)
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ERCHECK_COMPATIBLE_API_KEY_FILE", file)
	var entries []modelEntry
	document(t, "", exitDone, &entries, "model", "list", "--base-url", page.BaseURL, "--json")
	for name, reason := range map[string]string{
		"ollama:NAME":     "no connection",
		"openai:NAME":     "no key for openai in OPENAI_API_KEY",
		"deepseek:NAME":   "HTTP 404",
		"compatible:NAME": file + " is empty",
	} {
		if e := entryNamed(t, entries, name); e.Available || !strings.Contains(e.Reason, reason) {
			t.Errorf("%+v, want the reason %q", e, reason)
		}
	}
	if got := program(t, "", "model", "list", "olama"); got.exit != exitUsage || !strings.Contains(got.err, "did you mean ollama?") {
		t.Errorf("exit code %d\n%s", got.exit, got.err)
	}
}

func TestAKeyIsNotRepeatedWhereItIsWrong(t *testing.T) {
	noHosts(t)
	strange := aKey + " and\nmore"
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(strange), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"OPENAI_API_KEY": strange, "OPENAI_API_KEY_FILE": file} {
		t.Setenv(name, value)
		got := program(t, testHome(t), "run", "social", "--scale", "tiny", "--model", "openai:m")
		if got.exit != exitUsage || !strings.Contains(got.err, name) || strings.Contains(got.out+got.err, aKey) {
			t.Errorf("%s: exit code %d\n%s", name, got.exit, got.err)
		}
		t.Setenv(name, "")
	}
}

// oneCell is a run of one cell.
func oneCell(model string, more ...string) []string {
	return append([]string{"run", "social", "--scale", "tiny", "--no-verify", "--variant", "full_sti", "--question", "q01", "--model", model, "--json"}, more...)
}

func TestEveryProviderIsAskedAndNoKeyIsKept(t *testing.T) {
	noHosts(t)
	home := testHome(t)
	for _, h := range hosts {
		server := serve(t, protocols[h.name], func(r fake.Request) fake.Answer {
			return fake.Say(fmt.Sprintf("SELECT '%s', 'key %s'", h.name, aKey))
		})
		t.Setenv(h.base, server.BaseURL)
		file := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(file, []byte("  "+aKey+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Setenv(h.keys[0]+"_FILE", file)
		got := program(t, home, oneCell(h.name+":fake-model", "--verbose")...)
		if got.exit != exitDone || server.Calls() != 1 || strings.Contains(got.out+got.err, aKey) {
			t.Fatalf("%s: exit code %d after %d calls\n%s%s", h.name, got.exit, server.Calls(), got.out, got.err)
		}
		if sent := fmt.Sprint(server.Requests()[0].Header); !strings.Contains(sent, aKey) {
			t.Errorf("%s: the key was not sent: %s", h.name, sent)
		}
	}
	notKept(t, home)
}

// notKept reads every file below a home.
func notKept(t *testing.T, home string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(path, filepath.Join(home, "pg")) {
			return err
		}
		text, err := os.ReadFile(path)
		if files++; bytes.Contains(text, []byte(aKey)) {
			t.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil || files < 2 {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestADeadKeyStopsAtTheFirstCall(t *testing.T) {
	noHosts(t)
	server := serve(t, fake.OpenAI, func(fake.Request) fake.Answer { return fake.Fail(401, "bad key "+aKey) })
	t.Setenv("OPENAI_BASE_URL", server.BaseURL)
	t.Setenv("OPENAI_API_KEY", aKey)
	got := program(t, testHome(t), "run", "social", "--scale", "tiny", "--no-verify", "--variant", "full_sti", "--variant", "full_cti",
		"--model", "openai:m", "--concurrency", "1")
	if got.exit == exitDone || server.Calls() != 1 || strings.Contains(got.out+got.err, aKey) {
		t.Errorf("exit code %d after %d calls\n%s%s", got.exit, server.Calls(), got.out, got.err)
	}
}

func TestDoctorTellsWhatIsNotSetUpFromWhatIsWrong(t *testing.T) {
	noHosts(t)
	getenv := func(set map[string]string) func(string) string { return func(name string) string { return set[name] } }
	for _, h := range hosts {
		server := serve(t, protocols[h.name], nil)
		server.Models = []string{"first", "second"}
		dead := serve(t, protocols[h.name], nil)
		dead.Close()
		for name, c := range map[string]struct {
			set    map[string]string
			ok     bool
			detail string
		}{
			"well":  {map[string]string{h.base: server.BaseURL, h.keys[0]: aKey}, true, "2 models at "},
			"away":  {map[string]string{h.base: dead.BaseURL, h.keys[0]: aKey}, false, ""},
			"never": {nil, true, "not set up: "},
		} {
			if name == "never" && h.free {
				continue // whatever runs at the usual address is no matter of this test
			}
			d := h.examine(t.Context(), asked{getenv: getenv(c.set)})
			if d.OK != c.ok || !strings.HasPrefix(d.Detail, c.detail) || d.OK == (d.Mend != "") || strings.Contains(fmt.Sprint(d), aKey) {
				t.Errorf("%s, %s: %+v", h.name, name, d)
			}
		}
	}
}
