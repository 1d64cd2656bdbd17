package reports

// published holds what is printed elsewhere about the same questions. It is
// shown beside a run's own figures and never used in one.
type published struct {
	Source     string
	Caveat     string
	Averages   []average
	Statements []statement
}

// average agreement of one model, in percent.
type average struct {
	Model    string
	Figure   string // as printed
	Strategy string // prompt: direct or er
	Where    string // place in the source
}

// statement is what the source says of some schemas, in words of ours.
type statement struct {
	Where    string
	Says     string
	Variants []string
}

const (
	paperSource = "N. Kanchinadam, A. Menachery, A. Deshpande: Same Data, Different Schemas: " +
		"Robustness of LLM-based Text-to-SQL, aiDM 2026 (CC BY 4.0)"
	paperCaveat = "The paper's figures are constants, printed for orientation. Its data, ties at ranking cuts, model " +
		"versions and database driver differ from those of this run, so a difference of a few points means nothing."
)

// paperFigures is keyed by domain and question set: only the same questions can
// be compared.
var paperFigures = map[[2]string]published{
	{"social", "paper"}: {
		Source: paperSource, Caveat: paperCaveat,
		Averages: []average{
			{"Gemini 3 Flash", "81.6", "direct", "Figure 3"},
			{"Claude Sonnet 4.6", "67.8", "direct", "Figure 3"},
			{"ChatGPT 5.2", "43.62", "direct", "Figure 3"},
			{"DeepSeek V3.2", "33.85", "direct", "Figure 3"},
		},
		Statements: []statement{
			{"3.3, Gemini 3 Flash", "higher", []string{"full_cti", "full_normalized"}},
			{"3.3, Gemini 3 Flash", "lower", []string{"hybrid_leaves_merged", "kitchen_sink"}},
			{"3.3, ChatGPT 5.2", "higher", []string{"hybrid_leaves_merged", "hybrid_roots_merged"}},
			{"3.3, ChatGPT 5.2", "lower", []string{"full_sti", "concrete_all_tables"}},
			{"3.3, Claude Sonnet 4.6", "higher", []string{"full_cti", "full_normalized", "mixed_sti_cti"}},
			{"3.3, Claude Sonnet 4.6", "lower", []string{"concrete_all_tables", "sti_junction_fks"}},
			{"3.7, all models", "higher", []string{"concrete_all_tables", "full_normalized"}},
			{"3.7, all models", "lower", []string{"hybrid_leaves_merged", "hybrid_roots_merged", "kitchen_sink"}},
		},
	},
	{"retail", "paper"}: {
		Source: paperSource, Caveat: paperCaveat,
		Averages: []average{
			{"Gemini 3.1 Pro Preview", "88.7", "direct", "Figure 4"},
			{"Claude Opus 4.7", "82.2", "direct", "Figure 4"},
			{"ChatGPT 5.4", "69.33", "direct", "Figure 4"},
			{"DeepSeek V4 Pro", "47.4", "direct", "Figure 4"},
			{"the four models together", "about 90", "er", "section 3.8"},
		},
	},
}
