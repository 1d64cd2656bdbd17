package llm

import "context"

// Versioned is a Model whose name may come to stand for another one, as a tag
// that is moved. What is kept of its answers is kept for one version.
type Versioned interface {
	// Version gives what the name stands for now: a digest of the weights. It may
	// ask the provider; its errors are those of Complete. It is called once for many
	// requests.
	Version(ctx context.Context) (string, error)
}
