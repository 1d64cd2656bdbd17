package small

import "math/rand/v2"

// Chooser decides: Choose gives a number from 0 to n-1, n at least 1.
type Chooser interface{ Choose(n int) int }

// Chance chooses at random.
type Chance struct{ Rand *rand.Rand }

// Choose implements Chooser.
func (c Chance) Choose(n int) int { return c.Rand.IntN(n) }

// Odometer chooses so that building again after each Next takes every way once,
// the first choices changing last. The zero value is at the beginning.
type Odometer struct {
	digits, bases []int
	at            int
}

// Choose implements Chooser.
func (o *Odometer) Choose(n int) int {
	if o.at == len(o.digits) {
		o.digits, o.bases = append(o.digits, 0), append(o.bases, n)
	}
	o.at++
	return o.digits[o.at-1]
}

// Next goes on to the next way; false when all were taken. Choices that the last
// build did not come to are forgotten.
func (o *Odometer) Next() bool {
	o.digits, o.bases = o.digits[:o.at], o.bases[:o.at]
	o.at = 0
	for i := len(o.digits) - 1; i >= 0; i-- {
		if o.digits[i]++; o.digits[i] < o.bases[i] {
			o.digits, o.bases = o.digits[:i+1], o.bases[:i+1]
			return true
		}
	}
	return false
}
