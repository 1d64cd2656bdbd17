package answer

import (
	"bytes"
	"strings"
)

// kind is how a type's text is read. What has no kind of its own is text.
type kind uint8

const (
	textKind kind = iota
	boolKind
	intKind
	numericKind
	floatKind
	dateKind
	timeKind
	timetzKind
	timestampKind
	timestamptzKind
	intervalKind
	byteaKind
	uuidKind
	bpcharKind
	jsonKind
)

// valueType is a kind, or an array of it.
type valueType struct {
	kind  kind
	array bool
}

// plain says whether Python shows the value exactly as Postgres writes it.
func (t valueType) plain() bool {
	if t.array {
		return false
	}
	switch t.kind {
	case textKind, bpcharKind, intKind, uuidKind, dateKind:
		return true
	}
	return false
}

// isJSONNull says whether the value is JSON's null, which a driver returns as
// the same None as SQL's NULL.
func (t valueType) isJSONNull(raw []byte) bool {
	return t.kind == jsonKind && !t.array && string(bytes.TrimSpace(raw)) == "null"
}

// kinds of the types that a driver does not return as a string.
var kinds = map[string]kind{
	"bool": boolKind,
	"int2": intKind, "int4": intKind, "int8": intKind, "oid": intKind,
	"numeric": numericKind,
	"float4":  floatKind, "float8": floatKind,
	"date": dateKind, "time": timeKind, "timetz": timetzKind,
	"timestamp": timestampKind, "timestamptz": timestamptzKind,
	"interval": intervalKind,
	"bytea":    byteaKind,
	"uuid":     uuidKind,
	"bpchar":   bpcharKind,
	"json":     jsonKind, "jsonb": jsonKind,
}

// typeOf finds a type by Postgres's name; "_" in front makes it an array, for
// the built-in types only (a driver gets an unknown array as one string).
func typeOf(name string) valueType {
	element, array := strings.CutPrefix(name, "_")
	if array && builtin[element] && element != "box" { // box separates by ";"
		return valueType{kind: kinds[element], array: true}
	}
	return valueType{kind: kinds[name]}
}

// TypeName gives the name of a built-in type by its OID, which is the same on
// every server, or "" for a type that somebody created.
func TypeName(oid uint32) string { return typeNames[oid] }

// typeNames is from Postgres's pg_type.dat, without pseudo-types that no column
// can have.
var typeNames = map[uint32]string{
	16: "bool", 17: "bytea", 18: "char", 19: "name", 20: "int8", 21: "int2",
	22: "int2vector", 23: "int4", 24: "regproc", 25: "text", 26: "oid", 27: "tid",
	28: "xid", 29: "cid", 30: "oidvector", 114: "json", 142: "xml",
	600: "point", 601: "lseg", 602: "path", 603: "box", 604: "polygon", 628: "line",
	650: "cidr", 700: "float4", 701: "float8", 705: "unknown", 718: "circle",
	774: "macaddr8", 790: "money", 829: "macaddr", 869: "inet", 1033: "aclitem",
	1042: "bpchar", 1043: "varchar", 1082: "date", 1083: "time", 1114: "timestamp",
	1184: "timestamptz", 1186: "interval", 1266: "timetz", 1560: "bit", 1562: "varbit",
	1700: "numeric", 1790: "refcursor", 2202: "regprocedure", 2203: "regoper",
	2204: "regoperator", 2205: "regclass", 2206: "regtype", 2249: "record",
	2275: "cstring", 2278: "void", 2950: "uuid", 2970: "txid_snapshot",
	3220: "pg_lsn", 3614: "tsvector", 3615: "tsquery", 3734: "regconfig",
	3769: "regdictionary", 3802: "jsonb", 3904: "int4range", 3906: "numrange",
	3908: "tsrange", 3910: "tstzrange", 3912: "daterange", 3926: "int8range",
	4072: "jsonpath", 4089: "regnamespace", 4096: "regrole", 4191: "regcollation",
	4451: "int4multirange", 4532: "nummultirange", 4533: "tsmultirange",
	4534: "tstzmultirange", 4535: "datemultirange", 4536: "int8multirange",
	5038: "pg_snapshot", 5069: "xid8",

	143: "_xml", 199: "_json", 271: "_xid8", 629: "_line", 651: "_cidr", 719: "_circle",
	775: "_macaddr8", 791: "_money", 1000: "_bool", 1001: "_bytea", 1002: "_char",
	1003: "_name", 1005: "_int2", 1006: "_int2vector", 1007: "_int4", 1008: "_regproc",
	1009: "_text", 1010: "_tid", 1011: "_xid", 1012: "_cid", 1013: "_oidvector",
	1014: "_bpchar", 1015: "_varchar", 1016: "_int8", 1017: "_point", 1018: "_lseg",
	1019: "_path", 1020: "_box", 1021: "_float4", 1022: "_float8", 1027: "_polygon",
	1028: "_oid", 1034: "_aclitem", 1040: "_macaddr", 1041: "_inet", 1115: "_timestamp",
	1182: "_date", 1183: "_time", 1185: "_timestamptz", 1187: "_interval",
	1231: "_numeric", 1263: "_cstring", 1270: "_timetz", 1561: "_bit", 1563: "_varbit",
	2201: "_refcursor", 2207: "_regprocedure", 2208: "_regoper", 2209: "_regoperator",
	2210: "_regclass", 2211: "_regtype", 2287: "_record", 2949: "_txid_snapshot",
	2951: "_uuid", 3221: "_pg_lsn", 3643: "_tsvector", 3645: "_tsquery",
	3735: "_regconfig", 3770: "_regdictionary", 3807: "_jsonb", 3905: "_int4range",
	3907: "_numrange", 3909: "_tsrange", 3911: "_tstzrange", 3913: "_daterange",
	3927: "_int8range", 4073: "_jsonpath", 4090: "_regnamespace", 4097: "_regrole",
	4192: "_regcollation", 5039: "_pg_snapshot", 6150: "_int4multirange",
	6151: "_nummultirange", 6152: "_tsmultirange", 6153: "_tstzmultirange",
	6155: "_datemultirange", 6157: "_int8multirange",
}

// builtin holds the names of typeNames.
var builtin = names(typeNames)

func names(byOID map[uint32]string) map[string]bool {
	set := make(map[string]bool, len(byOID))
	for _, name := range byOID {
		set[name] = true
	}
	return set
}
