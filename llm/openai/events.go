package openai

import (
	"bufio"
	"bytes"
	"io"

	"github.com/openai/openai-go/packages/ssestream"
)

func init() {
	// The SDK's own decoder takes the blank line after a comment for the end of an
	// event and fails on its empty data. Gateways send comments to keep a
	// connection alive while a model thinks.
	ssestream.RegisterDecoder("text/event-stream", func(body io.ReadCloser) ssestream.Decoder { return newEvents(body) })
	// A server that knows no streams answers in one piece, whatever it was asked
	// for. The SDK would read its JSON as a stream without events.
	ssestream.RegisterDecoder("application/json", func(body io.ReadCloser) ssestream.Decoder { return &single{body: body} })
}

// maxLine bounds one line of a stream, in bytes.
const maxLine = 32 << 20

// events reads a stream of server-sent events by the rules of the HTML standard,
// 9.2.6, but for one: data that ends without a blank line are an event as well.
type events struct {
	body  io.Closer
	lines *bufio.Scanner
	event ssestream.Event
}

func newEvents(body io.ReadCloser) *events {
	e := &events{body: body, lines: bufio.NewScanner(body)}
	e.lines.Buffer(nil, maxLine)
	return e
}

// Next implements ssestream.Decoder. Events without data are passed over.
func (e *events) Next() bool {
	e.event = ssestream.Event{}
	for e.lines.Scan() {
		line := e.lines.Bytes()
		if len(line) > 0 {
			e.field(line)
		} else if len(e.event.Data) > 0 {
			return true
		}
	}
	return len(e.event.Data) > 0 && e.lines.Err() == nil
}

func (e *events) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.event.Type = string(value)
	case "data":
		e.event.Data = append(append(e.event.Data, value...), '\n')
	}
}

// Event implements ssestream.Decoder.
func (e *events) Event() ssestream.Event { return e.event }

// Err implements ssestream.Decoder.
func (e *events) Err() error { return e.lines.Err() }

// Close implements ssestream.Decoder.
func (e *events) Close() error { return e.body.Close() }

// single is a stream of one event.
type single struct {
	body  io.ReadCloser
	event ssestream.Event
	err   error
	read  bool
}

// Next implements ssestream.Decoder.
func (s *single) Next() bool {
	if s.read {
		return false
	}
	s.read = true
	s.event.Data, s.err = io.ReadAll(s.body)
	return s.err == nil
}

// Event implements ssestream.Decoder.
func (s *single) Event() ssestream.Event { return s.event }

// Err implements ssestream.Decoder.
func (s *single) Err() error { return s.err }

// Close implements ssestream.Decoder.
func (s *single) Close() error { return s.body.Close() }
