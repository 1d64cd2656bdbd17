package instance

// Lifted is how many links were put there by rule, added and moved.
func (g *Generator) Lifted() (added, moved int) { return g.lifted() }
