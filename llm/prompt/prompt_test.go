package prompt_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/llm"
	"ercheck/llm/prompt"
)

const (
	schema   = "CREATE TABLE depots (\n    depot_id integer PRIMARY KEY\n);\n"
	question = "Which depots are there?"
)

func TestTextIsWordForWord(t *testing.T) {
	tests := []struct {
		golden   string
		messages []llm.Message
	}{
		{"testdata/direct.golden", prompt.Direct(schema, question)},
		{"testdata/er.golden", prompt.ER("One entity type: Depot", schema, "Depots have a table of their own", question)},
	}
	for _, tt := range tests {
		t.Run(tt.golden, func(t *testing.T) {
			golden, err := os.ReadFile(tt.golden)
			if err != nil {
				t.Fatal(err)
			}
			want := []llm.Message{{Role: llm.RoleUser, Content: string(golden[:len(golden)-1])}}
			if diff := cmp.Diff(want, tt.messages); diff != "" {
				t.Errorf("the prompt differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlaceholdersInTheTextsAreNotFilled(t *testing.T) {
	got := prompt.Direct("The question is: question.", "schema")[0].Content
	want := "\nThe database schema is: The question is: question..\nThe question is: schema."
	if len(got) < len(want) || got[len(got)-len(want):] != want {
		t.Errorf("prompt ends in %q, want %q", got[max(0, len(got)-len(want)):], want)
	}
}

func TestDigestTellsMessagesApart(t *testing.T) {
	messages := [][]llm.Message{
		nil,
		{{}},
		{{Role: "user", Content: "ab"}},
		{{Role: "use", Content: "rab"}},
		{{Role: "user", Content: "a"}, {Role: "", Content: "b"}},
		{{Role: "system", Content: "a"}, {Role: "user", Content: "b"}},
		{{Role: "user", Content: "b"}, {Role: "system", Content: "a"}},
		prompt.Direct("s", "q"),
		prompt.ER("", "s", "", "q"),
	}
	seen := map[string]int{}
	for i, m := range messages {
		d := prompt.Digest(m)
		if j, ok := seen[d]; ok {
			t.Errorf("messages %d and %d share a digest", j, i)
		}
		seen[d] = i
		if again := prompt.Digest(m); again != d {
			t.Errorf("digest of messages %d changes: %s, %s", i, d, again)
		}
	}
}
