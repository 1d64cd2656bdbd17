// Package batch puts requests into files that can be carried or sent elsewhere,
// and reads the responses that come back.
//
//  1. OpenAI and Anthropic write requests as the batch services of these two take
//     them, so that a file can be sent as it is (write.go).
//  2. Read takes responses in any of three forms, line by line: those of both
//     services, and a plain one, {"id":"…","response":"the whole text"} (read.go).
//
// An id joins the two; what it stands for is the caller's. The package must not
// know questions, variants, files or the network.
package batch

import "ercheck/llm"

// Answer is one line that came back.
type Answer struct {
	ID       string
	Response llm.Response
	Failure  string // why there is no response; "" when there is one
}
