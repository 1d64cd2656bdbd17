package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"

	"ercheck/catalog/instance"
	"ercheck/catalog/nearest"
	"ercheck/reports/visible"
	"ercheck/variants/choice"
)

// dataTopic is the help on the flags of data, without the kinds.
const dataTopic = `--scale    tiny, demo or paper, or NxNAME: 10xpaper has ten times as much
           (default demo; tiny for an adversarial kind)
--seed     a whole number; the same seed gives the same data on every machine
           (default 1)
--skew     exponent of the Zipf distributions: 0, 0.25 … 2
           (default: the model's own)
--param    NAME=VALUE, one figure of the data; an unknown name lists the nearest
--workers  how many goroutines generate; the data is the same for every number
           (default: as many as processors)
--kind     random, or data made to tell queries apart:
`

// instancesTopic is the help on several instances.
const instancesTopic = `--instances
           several of them side by side (build, verify, domain mistakes):
           3 = three random ones, from --seed on; adversarial = one of each
           kind; ties = one of that kind; ties@2 the same with seed 2
`

// kindColumn is where the meaning of a word begins.
const kindColumn = 15

// kindLines lists the adversarial kinds of data.
func kindLines() string {
	var b strings.Builder
	for _, k := range instance.Kinds() {
		writeMeaning(&b, k.Name, k.Meaning)
	}
	return b.String()
}

// choiceLines explains the decision points and their choices.
func choiceLines() string {
	var b strings.Builder
	b.WriteString("A variant makes a choice at every decision point, see: ercheck variant points D\n")
	for _, m := range choice.Meanings() {
		fmt.Fprintf(&b, "\n%s: one per %s\n", m.Kind, m.Decides)
		if m.When != "" {
			fmt.Fprintf(&b, "(it changes the schema %s)\n", m.When)
		}
		for _, c := range m.Choices {
			writeMeaning(&b, c.Choice, c.Meaning)
		}
	}
	return b.String()
}

// writeMeaning writes a word and what it means, in as many lines as it takes.
func writeMeaning(b *strings.Builder, word, meaning string) {
	var lines []string
	for _, line := range strings.Split(text.WrapSoft(meaning, helpWidth-kindColumn), "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	fmt.Fprintf(b, "  %-*s%s\n", kindColumn-2, word, strings.Join(lines, "\n"+strings.Repeat(" ", kindColumn)))
}

// topics are read by `ercheck help TOPIC`.
var topics = map[string]string{
	"exit-codes": `0    done; cells that a model failed are results
1    it ran and something failed, or a check did not hold
     (sql: the outcome is not "rows")
2    the call is wrong: unknown name, bad flag, invalid file
130  stopped by Ctrl-C, SIGTERM, SIGHUP or a closed pipe; what was done is kept

With --json a failure is {"error":{"code","message","hint"}} on standard output.
`,
	"models": `lexical      built in: a rule-based baseline that sees schema and question only
constant     built in: the same answer everywhere (agreement 100, accuracy 0)
gold         built in: each question's gold query (agreement 100, accuracy 100)
replay:FILE  recorded responses, see: ercheck help replay

ollama:NAME      a model of an Ollama server, where OLLAMA_HOST says or on this
                 machine; prompts are never cut to fit
openai:NAME      OpenAI, with the key in OPENAI_API_KEY
anthropic:NAME   Anthropic, ANTHROPIC_API_KEY
gemini:NAME      Google, GEMINI_API_KEY or GOOGLE_API_KEY
deepseek:NAME    DeepSeek, DEEPSEEK_API_KEY
compatible:NAME  any server with OpenAI's protocol, at --base-url or
                 ERCHECK_BASE_URL; ERCHECK_COMPATIBLE_API_KEY if it wants a key

Keys come from the environment only, or from a file that OPENAI_API_KEY_FILE and
its like name; OPENAI_BASE_URL and its like give another address. ercheck model
list says what can be asked now.

Models that are not built in are asked so that a run can be left alone:
- A failure that passes is tried again, with growing pauses and as the provider
  asks. A provider that stays away stops the run, which --resume goes on with.
- What was answered is kept in the home folder and not paid again, whatever run
  asks the same of the same model; --fresh asks anew.
- --max-cost stops before more is spent. Prices are those of a built-in table
  of models; others are unknown until a file gives them:
    prices:
      - {models: ["openai:NAME"], input: 1.5, cached: 0.15, output: 6}
  in US dollars for a million tokens. One * in a name stands for any text.
`,
	"strategies": `direct      the paper's prompt: the variant's schema and the question
er          the paper's second prompt: also the E/R model in words, and how the
            schema was made from it
conceptual  the E/R views stand in place of a schema, the model is asked once
            for all variants, and its SQL is put over each: agreement is 100,
            and accuracy beside direct says what the schema costs

Each model with each strategy is an arm of the run, named model+strategy (the
model's own name for direct). --placebo R adds R arms to each, model+placebo1
and so on, with tables, columns and constraints of every dump in another order.
No right answer changes with it, so what agreement across variants lacks beside
agreement across orders is the effect of the schema.
`,
	"choices": choiceLines(),
	"data":    dataTopic + kindLines() + instancesTopic,
	"replay": `A replay file has one JSON object a line:
  {"question":"q01","variant":"full_sti","repeat":0,"response":"the whole text"}
repeat may be missing (0), and so may variant in an answer to a prompt that is
the same for all of them (strategy conceptual). A cell without a line is the
outcome no_response.
`,
}

// meanings of the arguments that commands name.
var meanings = map[string]string{
	"D":        "a built-in domain, see ercheck domain list, or the path of a model file (.yaml)",
	"PATH":     "where the model file (.yaml) is to be; - is standard output",
	"V":        "a variant, see ercheck variant list",
	"Q":        "a question's id, see ercheck domain show",
	"SQL":      "one statement, as one word",
	"RUN":      "a run's id, the beginning of one, or last",
	"FILE":     "responses to exported prompts, one a line, see ercheck help responses",
	"PROVIDER": "what stands before the colon of a model's name, see ercheck help models",
	"SHELL":    "bash, zsh or fish",
}

func helpCommand(s *session) *cli.Command {
	c := command("help", "", "say how a command is called, or explain a topic: "+strings.Join(topicNames(), ", "),
		"ercheck help exit-codes\nercheck help run", nil, nil)
	c.ArgsUsage = "[COMMAND | TOPIC]"
	c.Action = func(c *cli.Context) error {
		text, err := helpOn(c.App, c.Args().Slice())
		if err != nil {
			return err
		}
		return s.showHelp(text)
	}
	return c
}

func topicNames() []string { return slices.Sorted(maps.Keys(topics)) }

// helpOn finds the help that words ask for; no words ask for the program's.
func helpOn(app *cli.App, words []string) (string, error) {
	if len(words) == 0 {
		return appHelp(app), nil
	}
	if text, ok := topics[words[0]]; ok && len(words) == 1 {
		return text, nil
	}
	path, rest := commandPath(app, words)
	if len(rest) == 0 {
		return commandHelp(path), nil
	}
	valid := append(topicNames(), commandNames(app.Commands)...)
	if len(path) > 0 {
		valid = commandNames(path[len(path)-1].Subcommands)
	}
	return "", usagef(nearest.Hint(rest[0], valid), "there is no help on %q", strings.Join(words, " "))
}

// showHelp shows a help text, as the call's result.
func (s *session) showHelp(text string) error {
	return s.result(struct {
		Help string `json:"help"`
	}{text}, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// helpWidth is how wide help is, in columns, on every terminal.
const helpWidth = 80

// appHelp is the help on the whole program.
func appHelp(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ercheck: %s\n\n  ercheck COMMAND …\n\nStart with: ercheck quickstart\n", app.Usage)
	b.WriteString("Flags may stand anywhere; -- ends them.\n\nCommands\n")
	writeCommands(&b, app.Commands)
	b.WriteString("\nFlags of every command\n")
	writeFlags(&b, app.Flags)
	b.WriteString("\nExit codes: 0 done, 1 something failed, 2 the call is wrong, 130 stopped\n")
	fmt.Fprintf(&b, "More: ercheck help COMMAND, or ercheck help TOPIC:\n  %s\n", strings.Join(topicNames(), ", "))
	return b.String()
}

// commandHelp is the help on the command at the end of the path.
func commandHelp(path []*cli.Command) string {
	c, name := path[len(path)-1], "ercheck "+pathName(path)
	var b strings.Builder
	writePair(&b, name+":", 0, c.Usage)
	if len(c.Subcommands) > 0 {
		b.WriteString("\nCommands\n")
		writeCommands(&b, c.Subcommands)
		return b.String()
	}
	fmt.Fprintf(&b, "\n  %s\n", strings.TrimSpace(name+" "+c.ArgsUsage))
	writeMeanings(&b, strings.Fields(c.ArgsUsage))
	fmt.Fprintf(&b, "\nExample\n  $ %s\n", strings.ReplaceAll(c.Description, "\n", "\n  $ "))
	b.WriteString("\nFlags\n")
	writeFlags(&b, c.Flags)
	b.WriteString("  and those of every command, see ercheck help\n")
	return b.String()
}

func writeCommands(b *strings.Builder, commands []*cli.Command) {
	column := 0
	for _, c := range commands {
		column = max(column, len(c.Name)+4)
	}
	for _, c := range commands {
		writePair(b, "  "+c.Name, column, c.Usage)
	}
}

func writeMeanings(b *strings.Builder, arguments []string) {
	column := 0
	for _, a := range arguments {
		column = max(column, len(a)+6)
	}
	for _, a := range arguments {
		if meanings[a] != "" {
			writePair(b, "    "+a, column, meanings[a])
		}
	}
}

// flagColumn is where the words on flags begin.
const flagColumn = 22

func writeFlags(b *strings.Builder, flags []cli.Flag) {
	for _, f := range flags {
		d, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		value, says := splitUsage(d.GetUsage())
		name := dashed(f.Names()[0])
		for _, alias := range f.Names()[1:] {
			name = dashed(alias) + ", " + name
		}
		if d.TakesValue() {
			name += " " + value
		}
		writePair(b, "  "+name, flagColumn, says+defaultText(d, says))
	}
}

// dashed is a flag's name as people write it.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// splitUsage finds the value's name, which stands in back quotes; the words have
// it too, without them.
func splitUsage(usage string) (value, says string) {
	before, rest, _ := strings.Cut(usage, "`")
	value, after, found := strings.Cut(rest, "`")
	if !found {
		return "VALUE", usage
	}
	return value, before + value + after
}

// defaultText is the flag's default unless the words tell it already.
func defaultText(d cli.DocGenerationFlag, says string) string {
	text := strings.Trim(d.GetDefaultText(), `"`)
	if !d.TakesValue() || text == "" || strings.Contains(says, "default") {
		return ""
	}
	return " (default " + text + ")"
}

// writePair writes a name and, from a column on, words about it; further lines
// begin at the same column. A name that is too long has its words below it.
func writePair(b *strings.Builder, name string, column int, says string) {
	line := visible.Pad(name, column)
	if visible.Width(name) >= column && column > 0 {
		b.WriteString(name + "\n")
		line = strings.Repeat(" ", column)
	}
	begun := false
	for _, word := range strings.Fields(says) {
		if begun && visible.Width(line)+1+visible.Width(word) > helpWidth {
			b.WriteString(line + "\n")
			line, begun = strings.Repeat(" ", max(column, 2)), false
		}
		if begun || column == 0 {
			line += " "
		}
		line, begun = line+word, true
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}
