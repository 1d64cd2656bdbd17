"""Prints paper.tsv: Postgres type, its text, and str() of the Python value.

The values are what psycopg 3 makes of the texts in a session with time zone
UTC. Run: python3 testdata/paper.py > testdata/paper.tsv
"""
import datetime as d
import json
import uuid
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from zoneinfo import ZoneInfo

UTC = ZoneInfo("UTC")


def show(kind, text, value):
    print("\t".join(json.dumps(x, ensure_ascii=True) for x in (kind, text, str(value))))


def same(kind, *texts):
    for t in texts:
        show(kind, t, t)


show("bool", "t", True)
show("bool", "f", False)
same("text", "", "a", "None", "it's", "line\nbreak", "ä€😀", "NULL")
same("varchar", "x ", "{a,b}")
same("bpchar", "ab   ")
same("name", "pg_class")
same("char", "r")
for t in ("0", "-1", "32767"):
    show("int2", t, int(t))
for t in ("2147483647", "-2147483648"):
    show("int4", t, int(t))
show("int8", "9223372036854775807", 9223372036854775807)
show("oid", "4294967295", 4294967295)
for t in (
    "0", "0.00", "1", "1.0", "1.50", "-1.50", "100", "1000000000000000000000000000",
    "0.000001", "0.0000001", "-0.0000001", "0.00000010", "0.0000012", "0.000000", "0.0000000",
    "0.00000000000000000000", "12345678901234567890.123456789", "NaN", "Infinity", "-Infinity",
    "0.00000123", "0.000000123456", "-0.0000000000000001",
):
    show("numeric", t, Decimal(t))
for t in (
    "0", "-0", "1", "-1", "0.1", "1.5", "1e+16", "1e+15", "123456789012345680", "9999999999999998",
    "1e-05", "0.0001", "1.2345e-05", "1e+300", "1.7976931348623157e+308", "5e-324", "NaN",
    "Infinity", "-Infinity", "3.333333333333333", "0.30000000000000004", "100", "1234567.875",
):
    show("float8", t, float(t))
for t in ("0.1", "1e+10", "1.6777216e+07", "3.4028235e+38", "1e-45"):
    show("float4", t, float(t))
show("date", "2026-01-01", date(2026, 1, 1))
show("date", "0001-01-01", date(1, 1, 1))
show("date", "9999-12-31", date(9999, 12, 31))
same("date", "infinity", "-infinity", "0044-03-15 BC", "10000-01-01")
show("time", "10:00:00", time(10))
show("time", "10:00:00.5", time(10, 0, 0, 500000))
show("time", "23:59:59.999999", time(23, 59, 59, 999999))
same("time", "24:00:00")
show("timetz", "10:00:00+00", time(10, tzinfo=timezone.utc))
show("timetz", "10:00:00.25-05:30", time(10, 0, 0, 250000, timezone(-timedelta(hours=5, minutes=30))))
show("timestamp", "2026-01-01 00:00:00", datetime(2026, 1, 1))
show("timestamp", "2026-01-01 12:34:56.7", datetime(2026, 1, 1, 12, 34, 56, 700000))
show("timestamp", "2026-01-01 12:34:56.000001", datetime(2026, 1, 1, 12, 34, 56, 1))
same("timestamp", "infinity", "10000-01-01 00:00:00", "0044-03-15 00:00:00 BC")
show("timestamptz", "2026-01-01 00:00:00+00", datetime(2026, 1, 1, tzinfo=UTC))
show("timestamptz", "2026-07-01 01:02:03.123456+00", datetime(2026, 7, 1, 1, 2, 3, 123456, UTC))
same("timestamptz", "-infinity")
show("interval", "00:00:00", timedelta())
show("interval", "1 day", timedelta(days=1))
show("interval", "2 days", timedelta(days=2))
show("interval", "1 day 02:00:00", timedelta(days=1, hours=2))
show("interval", "-1 days", timedelta(days=-1))
show("interval", "-02:00:00", timedelta(hours=-2))
show("interval", "-1 days +02:03:00", timedelta(days=-1, hours=2, minutes=3))
show("interval", "1 year 2 mons 3 days 04:05:06.789", timedelta(days=365 + 60 + 3, hours=4, minutes=5, seconds=6.789))
show("interval", "1 mon", timedelta(days=30))
show("interval", "00:00:00.000001", timedelta(microseconds=1))
show("interval", "100:00:00", timedelta(hours=100))
show("interval", "-00:00:00.5", timedelta(seconds=-0.5))
show("bytea", "\\x", b"")
show("bytea", "\\x6162", b"ab")
show("bytea", "\\x0009275c7fff", b"\x00\t'\\\x7f\xff")
show("bytea", "\\x2722", b"'\"")
show("uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", uuid.UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"))
same("money", "$1,000.00")
same("int4range", "[1,10)")
same("account_kind", "Clip")
same("_account_kind", "{Clip,Live}")
same("record", "(1,a)")
same("xml", "<a/>")
same("bit", "101")

show("_text", "{}", [])
show("_text", "{a,b}", ["a", "b"])
show("_text", '{"a b",NULL,"NULL",""}', ["a b", None, "NULL", ""])
show("_text", '{"a\\"b","c\\\\d","{x}","e,f"}', ['a"b', "c\\d", "{x}", "e,f"])
show("_text", "{it's}", ["it's"])
show("_text", "{\"it's \\\"q\\\"\"}", ["it's \"q\""])
show("_text", '{"tab\there","new\nline","\r"}', ["tab\there", "new\nline", "\r"])
show("_text", "{ä,€,😀}", ["ä", "€", "😀"])
show("_text", "{\u200b,\u00a0,\u00ad,\x7f,\x01,\U000e0001}", ["\u200b", "\u00a0", "\u00ad", "\x7f", "\x01", "\U000e0001"])
show("_text", "{{a,b},{c,d}}", [["a", "b"], ["c", "d"]])
show("_text", "[0:1]={a,b}", ["a", "b"])
show("_text", "[1:1][-2:-1]={{a,b}}", [["a", "b"]])
show("_varchar", "{1080p}", ["1080p"])
show("_bpchar", '{"ab "}', ["ab "])
show("_int4", "{1,2,NULL}", [1, 2, None])
show("_int8", "{{1,2},{3,4}}", [[1, 2], [3, 4]])
show("_bool", "{t,f}", [True, False])
show("_numeric", "{1.50,2,NaN}", [Decimal("1.50"), Decimal("2"), Decimal("NaN")])
show("_float8", "{1,1e+16,NaN,Infinity}", [1.0, 1e16, float("nan"), float("inf")])
show("_date", "{2026-01-01,infinity}", [date(2026, 1, 1), "infinity"])
show("_time", "{10:00:00,10:20:30,10:00:00.5}", [time(10), time(10, 20, 30), time(10, 0, 0, 500000)])
show("_timetz", "{10:00:00+00,10:00:00+05:30}", [time(10, tzinfo=timezone.utc), time(10, tzinfo=timezone(timedelta(hours=5, minutes=30)))])
show("_timestamp", '{"2026-01-01 00:00:00","2026-01-02 03:04:05.06"}', [datetime(2026, 1, 1), datetime(2026, 1, 2, 3, 4, 5, 60000)])
show("_timestamptz", '{"2026-01-01 00:00:00+00"}', [datetime(2026, 1, 1, tzinfo=UTC)])
show("_interval", '{"1 day 02:00:00",00:00:00,-00:00:01}', [timedelta(days=1, hours=2), timedelta(), timedelta(seconds=-1)])
show("_uuid", "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}", [uuid.UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")])
show("_bytea", '{"\\\\x6162"}', [b"ab"])
show("_jsonb", '{"{\\"k\\": [1, 2]}","\\"s\\"","null"}', [{"k": [1, 2]}, "s", None])

for t in (
    "1", "-1", "1.0", "1.10", "1e2", "1E+2", "123456789012345678901234567890", "1e400", "-1e400", "-0", "-0.0",
    "0.00001", "true", "false", '"abc"', '"it\'s"', '""', "[]", "{}", '["a", "b"]', "[1, 2.50, true, null]",
    '{"k": "v"}', '{"k": [1, {"x": null}], "l": "it\'s"}', '["\\u00e4", "\\ud83d\\ude00", "\\n\\t\\"\\\\\\/"]',
    "[[], {}, [[]]]", '{"a b": 1, "": 2}', '["2026-01-01 00:00:00"]', '["\\u0001\\u007f\\u200b"]', '["a\'b\\"c"]',
):
    show("jsonb", t, json.loads(t))
for t in ('{"a":1,"b":2,"a":3}', ' [1 ,2,\n3] ', '{"a":{"x":1,"x":[2]}}', '{"b":1,"a":2}', '["\\u0000"]'):
    show("json", t, json.loads(t))
many = [f'"k{i % 17}":{i}' for i in range(40)]
show("json", "{" + ",".join(many) + "}", json.loads("{" + ",".join(many) + "}"))
