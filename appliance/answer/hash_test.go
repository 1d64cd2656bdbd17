package answer

import "testing"

// TestHashIsMurmur3 compares with published values of MurmurHash3_x64_128.
func TestHashIsMurmur3(t *testing.T) {
	for text, want := range map[string]string{
		"":      "00000000000000000000000000000000",
		"hello": "cbd8a7b341bd9b025b1e906a48ae1d19",
		"The quick brown fox jumps over the lazy dog": "e34bbc7bbc071b6c7a433ca9c49a9347",
	} {
		if got := hashBytes([]byte(text)).String(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestHashesOfHashesAreThoseOfTheirBytes(t *testing.T) {
	a, b := RowHash{0x0807060504030201, 0x100f0e0d0c0b0a09}, RowHash{0x1817161514131211, 0x201f1e1d1c1b1a19}
	text := make([]byte, 32)
	for i := range text {
		text[i] = byte(i + 1)
	}
	if got, want := hashOf(a, b), hashBytes(text); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
