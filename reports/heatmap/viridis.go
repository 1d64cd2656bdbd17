package heatmap

import (
	"fmt"
	"math"
)

// Colour is an sRGB colour.
type Colour struct{ R, G, B uint8 }

// stops of viridis (Smith, van der Walt, Firing; CC0) at 0, 1/8, … 1: dark
// purple to yellow, with lightness rising evenly.
var stops = [9]Colour{
	{0x44, 0x01, 0x54}, {0x47, 0x2d, 0x7b}, {0x3b, 0x52, 0x8b},
	{0x2c, 0x72, 0x8e}, {0x21, 0x91, 0x8c}, {0x28, 0xae, 0x80},
	{0x5e, 0xc9, 0x62}, {0xad, 0xdc, 0x30}, {0xfd, 0xe7, 0x25},
}

// Viridis gives the colour of a share from 0 (purple) to 1 (yellow). Shares
// outside are held at the ends; NaN is 0.
func Viridis(share float64) Colour {
	if !(share > 0) {
		return stops[0]
	}
	at := min(share, 1) * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return mix(stops[i], stops[i+1], at-float64(i))
}

func mix(a, b Colour, t float64) Colour {
	part := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + t*(float64(y)-float64(x)))) }
	return Colour{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B)}
}

// Hex gives the colour as #rrggbb.
func (c Colour) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Ink is black or white, whichever can be read better on c.
func (c Colour) Ink() Colour {
	white, black := Colour{255, 255, 255}, Colour{}
	if c.Contrast(white) >= c.Contrast(black) {
		return white
	}
	return black
}

// Contrast of two colours as WCAG 2 defines it, from 1 to 21.
func (c Colour) Contrast(o Colour) float64 {
	a, b := c.luminance(), o.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// luminance is WCAG's relative luminance, from 0 to 1.
func (c Colour) luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// cube holds the levels of xterm's 6×6×6 colours.
var cube = [6]int{0, 95, 135, 175, 215, 255}

// xterm gives the number of the nearest of xterm's 240 fixed colours.
func (c Colour) xterm() int {
	r, g, b := nearest(c.R), nearest(c.G), nearest(c.B)
	best := 16 + 36*r + 6*g + b
	grey := min(max((int(c.R)+int(c.G)+int(c.B))/3-3, 0)/10, 23)
	level := 8 + 10*grey
	if c.distance(level, level, level) < c.distance(cube[r], cube[g], cube[b]) {
		return 232 + grey
	}
	return best
}

func nearest(v uint8) (best int) {
	for i, level := range cube {
		if abs(level-int(v)) < abs(cube[best]-int(v)) {
			best = i
		}
	}
	return best
}

func (c Colour) distance(r, g, b int) int {
	dr, dg, db := int(c.R)-r, int(c.G)-g, int(c.B)-b
	return dr*dr + dg*dg + db*db
}

func abs(n int) int { return max(n, -n) }

// fixed gives one of xterm's 240 fixed colours, from 16 to 255.
func fixed(n int) Colour {
	if n >= 232 {
		grey := uint8(8 + 10*(n-232))
		return Colour{grey, grey, grey}
	}
	n -= 16
	return Colour{uint8(cube[n/36]), uint8(cube[n/6%6]), uint8(cube[n%6])}
}
