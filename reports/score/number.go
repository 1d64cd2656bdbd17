package score

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// Number is a figure that may be undefined, such as the agreement of a single
// variant. In JSON it has at most six decimals, and is null when undefined.
type Number float64

// undefined is its own name so that no caller compares with NaN.
var undefined = Number(math.NaN())

// Defined says whether there is a figure at all.
func (n Number) Defined() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// Text gives the figure with so many decimals, "–" when undefined.
func (n Number) Text(decimals int) string {
	if !n.Defined() {
		return "–"
	}
	return strconv.FormatFloat(float64(n), 'f', decimals, 64)
}

// Short gives the figure without decimals if it is whole, else with one.
func (n Number) Short() string {
	if n.Defined() && float64(n) == math.Trunc(float64(n)) {
		return n.Text(0)
	}
	return n.Text(1)
}

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Defined() {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(float64(n)*1e6)/1e6, 'f', -1, 64), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = undefined
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

// ratio is a/b, undefined if b is 0.
func ratio(a, b int) Number {
	if b == 0 {
		return undefined
	}
	return Number(float64(a) / float64(b))
}

// percent is 100·a/b, undefined if b is 0. Multiplying first keeps whole
// percentages whole.
func percent(a, b int) Number {
	if b == 0 {
		return undefined
	}
	return Number(100 * float64(a) / float64(b))
}

// Matrix holds a figure for every ordered pair of variants: Values[i][j] for
// row Names[i] and column Names[j].
type Matrix struct {
	Names  []string
	Values [][]Number
}

func newMatrix(names []string) Matrix {
	m := Matrix{Names: names, Values: make([][]Number, len(names))}
	for i := range m.Values {
		m.Values[i] = make([]Number, len(names))
	}
	return m
}

// MarshalJSON gives {row: {column: figure}}, in the matrix's order.
func (m Matrix) MarshalJSON() ([]byte, error) {
	return object(m.Names, func(i int) (any, error) {
		row, err := object(m.Names, func(j int) (any, error) { return m.Values[i][j], nil })
		return json.RawMessage(row), err
	})
}

func object(keys []string, value func(int) (any, error)) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, key := range keys {
		v, err := value(i)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		if err := appendPair(&b, key, v); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func appendPair(b *bytes.Buffer, key string, value any) error {
	for i, part := range []any{key, value} {
		text, err := json.Marshal(part)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(':')
		}
		b.Write(text)
	}
	return nil
}
