package through

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/llm"
)

// Price is what a model's tokens cost, in US dollars for a million of them.
type Price struct {
	Input  float64 // of the prompt
	Cached float64 // of what the provider read from its cache instead
	Output float64 // of the answer, with its reasoning
	AsOf   string  // when it was so, as "2026-06"
}

// Cost of a call in US dollars.
func (p Price) Cost(u llm.Usage) float64 {
	cached := min(max(u.CachedTokens, 0), u.PromptTokens)
	return (float64(u.PromptTokens-cached)*p.Input + float64(cached)*p.Cached + float64(u.CompletionTokens)*p.Output) / 1e6
}

// Prices is a table of what models cost.
type Prices struct {
	Date    string // when the table was last looked over
	entries []entryOfPrice
	below   *Prices // asked for what is not in the table; may be nil
}

// entryOfPrice is a price and whose it is.
type entryOfPrice struct {
	Models []string `yaml:"models"` // full names; one * stands for any text
	Input  float64  `yaml:"input"`
	Cached *float64 `yaml:"cached"` // none = Input
	Output float64  `yaml:"output"`
	// Unknown says that a pattern above does not hold for these.
	Unknown bool   `yaml:"unknown"`
	AsOf    string `yaml:"as_of"`
	Source  string `yaml:"source"`
}

//go:embed prices.yaml
var builtIn []byte

// BuiltInPrices is the table of this program. It is as old as its dates say.
func BuiltInPrices() *Prices {
	p, err := parsePrices("prices.yaml", builtIn)
	if err != nil {
		panic(err) // a test reads it
	}
	return p
}

// largestPrices is how big a table may be.
const largestPrices = 1 << 20

// ReadPrices reads a table from a file, in the form of the built-in one. What it
// does not name keeps the built-in price. The error of a file that can be read
// and not used is an *llm.Error of KindInvalidFile.
func ReadPrices(path string) (*Prices, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, largestPrices+1))
	if err != nil {
		return nil, err
	}
	if len(data) > largestPrices {
		return nil, invalidPrices(path, 0, "larger than %d bytes", largestPrices)
	}
	p, err := parsePrices(path, data)
	if err != nil {
		return nil, err
	}
	p.below = BuiltInPrices()
	return p, nil
}

// parsePrices reads and checks a table.
func parsePrices(path string, data []byte) (*Prices, error) {
	var file struct {
		Date   string         `yaml:"date"`
		Prices []entryOfPrice `yaml:"prices"`
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&file); err != nil && !errors.Is(err, io.EOF) {
		return nil, invalidPrices(path, 0, "%s", strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n ", ""))
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, invalidPrices(path, 0, "more than one document")
	}
	if len(file.Prices) == 0 {
		return nil, invalidPrices(path, 0, "no prices")
	}
	lines := linesOfPrices(data)
	named := map[string]bool{}
	for i, e := range file.Prices {
		if fault := e.fault(named); fault != "" {
			return nil, invalidPrices(path, lines[i], "%s", fault)
		}
	}
	return &Prices{Date: file.Date, entries: file.Prices}, nil
}

// linesOfPrices gives the line of each entry. data has been read as a table.
func linesOfPrices(data []byte) []int {
	var file struct {
		Prices []yaml.Node `yaml:"prices"`
	}
	_ = yaml.Unmarshal(data, &file) // it was read before
	lines := make([]int, len(file.Prices))
	for i, n := range file.Prices {
		lines[i] = n.Line
	}
	return lines
}

// fault says what is wrong with an entry, or "". It adds the entry's names.
func (e entryOfPrice) fault(named map[string]bool) string {
	if len(e.Models) == 0 {
		return "an entry without models"
	}
	for _, m := range e.Models {
		switch {
		case !strings.Contains(m, ":"):
			return fmt.Sprintf("%q is no full name of a model, as openai:NAME", m)
		case strings.Count(m, "*") > 1:
			return fmt.Sprintf("%q has more than one *", m)
		case named[m]:
			return fmt.Sprintf("%q has two prices", m)
		}
		named[m] = true
	}
	for _, price := range []float64{e.Input, e.cached(), e.Output} {
		if !(price >= 0 && price <= mostExpensive) {
			return fmt.Sprintf("a price of %v for a million tokens", price)
		}
	}
	if e.Unknown && (e.Input != 0 || e.Output != 0) {
		return "a price that is unknown and given"
	}
	return ""
}

// mostExpensive bounds a price, so that a sum of prices is a number.
const mostExpensive = 1e9

func (e entryOfPrice) cached() float64 {
	if e.Cached == nil {
		return e.Input
	}
	return *e.Cached
}

// Of gives the price of a model by its full name, or false when it is unknown.
// The name itself goes before patterns, and a longer pattern before a shorter.
func (p *Prices) Of(model string) (Price, bool) {
	best, length := -1, -1
	for i, e := range p.entries {
		for _, pattern := range e.Models {
			if fits := matches(pattern, model); fits > length {
				best, length = i, fits
			}
		}
	}
	if best < 0 {
		if p.below == nil {
			return Price{}, false
		}
		return p.below.Of(model)
	}
	e := p.entries[best]
	return Price{e.Input, e.cached(), e.Output, e.AsOf}, !e.Unknown
}

// matches says how well a pattern fits a name; -1 = not at all.
func matches(pattern, name string) int {
	before, after, wild := strings.Cut(pattern, "*")
	switch {
	case !wild && pattern == name:
		return math.MaxInt
	case wild && len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after):
		return len(before) + len(after)
	}
	return -1
}

// Named are the names and patterns of the table itself, sorted.
func (p *Prices) Named() []string {
	var names []string
	for _, e := range p.entries {
		names = append(names, e.Models...)
	}
	slices.Sort(names)
	return names
}

func invalidPrices(path string, line int, format string, args ...any) error {
	place := path
	if line > 0 {
		place = fmt.Sprintf("%s:%d", path, line)
	}
	return &llm.Error{Kind: llm.KindInvalidFile, Message: place + ": " + fmt.Sprintf(format, args...),
		Hint: "a table of prices is YAML: prices: [{models: [\"openai:NAME\"], input: 1.5, output: 6}], in US dollars for a million tokens"}
}
