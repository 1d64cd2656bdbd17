package choice

// Meaning says what a kind of decision points decides and what its choices are.
type Meaning struct {
	Kind    Kind
	Decides string // what there is a point for, and what it decides of it
	When    string // where a choice changes the schema; "" for everywhere
	Choices []ChoiceMeaning
}

// ChoiceMeaning says what one choice leads to.
type ChoiceMeaning struct{ Choice, Meaning string }

// Meanings lists all kinds of decision points in the order of Points, each with
// every choice that a point of the kind can have.
func Meanings() []Meaning {
	return []Meaning{
		{Inheritance, "subtype: where its entities are", "", []ChoiceMeaning{
			{Merged, "in the nearest ancestor's table, with columns that are NULL for others"},
			{Own, "a table with its own attributes only, whose key refers to the parent's table"},
			{Concrete, "a table with inherited attributes too, for entities that are in no other"},
			{Replicated, "a table with inherited attributes too, as a copy of what is above"}}},
		{MultiValued, "multi-valued attribute", "", []ChoiceMeaning{
			{Table, "a table with a row a value"}, {Array, "a column with an array"}, {JSONB, "a column with a JSON array"}}},
		{Composite, "composite attribute", "", []ChoiceMeaning{
			{Columns, "a column a component"}, {JSONB, "a column with a JSON object"}}},
		{Weak, "weak entity type", "", []ChoiceMeaning{
			{Table, "a table whose key begins with the owner's"}, {JSONB, "a column of the owner's table with a JSON array of objects"}}},
		{Relationship, "relationship", "", []ChoiceMeaning{
			{FK, "M:1: the partner's key in the entity's row"},
			{FKFrom, "1:1: the partner's key in the row at the from end"},
			{FKTo, "1:1: the partner's key in the row at the to end"},
			{Table, "M:1, 1:1: a table with a row a link"},
			{Junction, "M:N: a table with a row a pair"},
			{Split, "M:N: such a table for each table that holds entities of an end"},
			{ArrayFrom, "M:N: an array of the partners' keys in the row at the from end"},
			{ArrayTo, "M:N: an array of the partners' keys in the row at the to end"}}},
		{JunctionKey, "M:N relationship: the key of its tables", "where its pairs are in tables", []ChoiceMeaning{
			{CompositeKey, "the pair"}, {Surrogate, "a number that means nothing"}}},
		{Discriminator, "type with subtypes: how its table tells types apart", "where types are merged into its table", []ChoiceMeaning{
			{PlainText, "text"}, {CheckedText, "text with a check that lists the types"}, {EnumType, "an enum type that lists them"}}},
		{Naming, "schema: how its tables and columns are named", "", []ChoiceMeaning{
			{PaperNames, "snake case, plural: old_things(thing_id, …)"},
			{Singular, "snake case, singular: old_thing(thing_id, …)"},
			{CamelCase, `needs quotes: "oldThings"("thingId", …)`},
			{Legacy, "short and cryptic: o_thng_mstr(t_id, …); variant describe says what is what"}}},
	}
}

// When says where a choice at the point changes the schema; "" for everywhere.
func (p Point) When() string {
	for _, m := range Meanings() {
		if m.Kind == p.Kind {
			return m.When
		}
	}
	return ""
}
