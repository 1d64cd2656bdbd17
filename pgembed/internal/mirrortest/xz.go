package mirrortest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// storedXZ wraps content in the xz format without compressing it. The format
// is of the .xz file format specification, version 1.2: one block, one LZMA2
// filter, CRC32 as the check.
func storedXZ(content []byte) []byte {
	flags := []byte{0, 1}
	out := append([]byte{0xFD, '7', 'z', 'X', 'Z', 0}, withCRC(flags)...)
	begin := len(out)
	out = append(out, withCRC([]byte{2, 0, 0x21, 1, 0x16, 0, 0, 0})...)
	out = append(out, storedChunks(content)...)
	unpadded := len(out) - begin + 4
	out = binary.LittleEndian.AppendUint32(pad(out), crc32.ChecksumIEEE(content))
	index := binary.AppendUvarint([]byte{0, 1}, uint64(unpadded))
	index = withCRC(pad(binary.AppendUvarint(index, uint64(len(content)))))
	out = append(out, index...)
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(index)/4-1))
	return append(append(out, crcFirst(append(size, flags...))...), 'Y', 'Z')
}

// storedChunks are LZMA2 chunks without compression, at most 64 kB each.
func storedChunks(content []byte) []byte {
	var out []byte
	control := byte(1) // the first one resets the dictionary
	for len(content) > 0 {
		n := min(len(content), 1<<16)
		out = binary.BigEndian.AppendUint16(append(out, control), uint16(n-1))
		out = append(out, content[:n]...)
		content, control = content[n:], 2
	}
	return append(out, 0)
}

func pad(b []byte) []byte { return append(b, bytes.Repeat([]byte{0}, (4-len(b)%4)%4)...) }

func withCRC(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func crcFirst(b []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(b)), b...)
}
