package tinygguf

import (
	"encoding/binary"
	"fmt"
)

// File is a model in the format GGUF, version 3:
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
type File struct {
	entries []entry
	tensors []tensor
}

// entry is one fact of the metadata: a uint32, float32, bool, string, []string or
// []int32.
type entry struct {
	key   string
	value any
}

// tensor holds float32 weights. The first number of its shape varies fastest.
type tensor struct {
	name  string
	shape []int
	data  []float32
}

// The format's numbers for the types of values.
const (
	typeUint32 = iota + 4
	typeInt32
	typeFloat32
	typeBool
	typeString
	typeArray
)

// alignment of each tensor's weights, in bytes: the format's default.
const alignment = 32

var order = binary.LittleEndian

// Bytes is the file's content.
func (f File) Bytes() []byte {
	b := order.AppendUint32([]byte("GGUF"), 3)
	b = order.AppendUint64(b, uint64(len(f.tensors)))
	b = order.AppendUint64(b, uint64(len(f.entries)))
	for _, e := range f.entries {
		b = appendValue(appendText(b, e.key), e.value)
	}
	at := 0
	for _, t := range f.tensors {
		b = t.appendHead(b, at)
		at += 4*len(t.data) + padding(4*len(t.data))
	}
	b = pad(b)
	for _, t := range f.tensors {
		b = pad(appendNumbers(b, t.data))
	}
	return b
}

// appendHead describes a tensor whose weights begin at an offset.
func (t tensor) appendHead(b []byte, at int) []byte {
	b = order.AppendUint32(appendText(b, t.name), uint32(len(t.shape)))
	for _, n := range t.shape {
		b = order.AppendUint64(b, uint64(n))
	}
	b = order.AppendUint32(b, 0) // float32
	return order.AppendUint64(b, uint64(at))
}

func appendValue(b []byte, value any) []byte {
	switch v := value.(type) {
	case uint32:
		return order.AppendUint32(order.AppendUint32(b, typeUint32), v)
	case float32:
		return appendNumbers(order.AppendUint32(b, typeFloat32), v)
	case bool:
		return appendNumbers(order.AppendUint32(b, typeBool), v)
	case string:
		return appendText(order.AppendUint32(b, typeString), v)
	case []int32:
		return appendNumbers(appendArray(b, typeInt32, len(v)), v)
	case []string:
		b = appendArray(b, typeString, len(v))
		for _, text := range v {
			b = appendText(b, text)
		}
		return b
	}
	panic(fmt.Sprintf("no type of the format is written for %T", value))
}

func appendArray(b []byte, of uint32, length int) []byte {
	b = order.AppendUint32(order.AppendUint32(b, typeArray), of)
	return order.AppendUint64(b, uint64(length))
}

func appendText(b []byte, text string) []byte {
	return append(order.AppendUint64(b, uint64(len(text))), text...)
}

// appendNumbers is for values of a fixed size, which can always be written.
func appendNumbers(b []byte, numbers any) []byte {
	b, err := binary.Append(b, order, numbers)
	if err != nil {
		panic(err)
	}
	return b
}

func padding(length int) int { return (alignment - length%alignment) % alignment }

func pad(b []byte) []byte { return append(b, make([]byte, padding(len(b)))...) }

func zeros(name string, n int) tensor { return tensor{name, []int{n}, make([]float32, n)} }

func ones(name string, n int) tensor {
	t := zeros(name, n)
	for i := range t.data {
		t.data[i] = 1
	}
	return t
}

// matrix is one of zeros.
func matrix(name string, in, out int) tensor {
	return tensor{name, []int{in, out}, make([]float32, in*out)}
}

// set says how much of what goes in at a place comes out at another.
func (t tensor) set(out, in int, weight float32) { t.data[out*t.shape[0]+in] = weight }
