// Package heatmap draws a square matrix of figures, one row and column for each
// variant, as coloured text for a terminal and as SVG for a page.
//
//  1. A value becomes its share of the maximum.
//  2. The share becomes a colour of viridis: 0 purple, the maximum yellow.
//  3. The figure is written in black or white, whichever can be read better; no
//     meaning is in the colour alone.
//
// It knows nothing of runs and scores: names and figures are given.
package heatmap

import (
	"math"
	"strconv"

	"ercheck/reports/visible"
)

// Matrix is what is drawn. Values[i][j] belongs to row Names[i] and column
// Names[j]; NaN is drawn as "·" without a colour. Names may be any text.
type Matrix struct {
	Names  []string
	Values [][]float64
	Max    float64 // the value that is yellow; 0 is purple
}

// names gives the names as they can be shown in one line.
func (m Matrix) names() []string {
	names := make([]string, len(m.Names))
	for i, name := range m.Names {
		names[i] = visible.Line(name)
	}
	return names
}

// share of the maximum, from 0 to 1, and false where there is no value.
func (m Matrix) share(i, j int) (float64, bool) {
	v := m.Values[i][j]
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	if !(m.Max > 0) {
		return 0, true
	}
	return min(max(v/m.Max, 0), 1), true
}

// figures gives every value as text: all whole, or all with one decimal.
func (m Matrix) figures() [][]string {
	decimals := 0
	for _, row := range m.Values {
		for _, v := range row {
			if v != math.Trunc(v) && !math.IsNaN(v) {
				decimals = 1
			}
		}
	}
	out := make([][]string, len(m.Values))
	for i, row := range m.Values {
		for j, v := range row {
			text := "·"
			if _, ok := m.share(i, j); ok {
				text = strconv.FormatFloat(v, 'f', decimals, 64)
			}
			out[i] = append(out[i], text)
		}
	}
	return out
}
