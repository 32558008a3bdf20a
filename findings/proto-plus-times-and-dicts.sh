#!/bin/sh
# proto-plus 1.29.0 with protobuf 7.36.2 (PyPI), seen on 2026-11-30 with Python 3.11.
#
# Guess before it was run: a message of proto-plus is the same after a field was read and set again, and after `to_dict`;
# durations are cut to microseconds.
# Seen: they are cut. A time before 1970 with a fraction is a second later after it was read and set again. A duration below
# zero gets seconds and nanos of different signs, which protobuf calls invalid, so the message can no longer be written as
# JSON. A dict of `to_dict` has int64 of wrappers and maps as texts, as JSON has them, and a detail by its type; the class
# does not take its own dict back, with a TypeError or a ValueError. Masks, bytes and plain int64 are taken.
# Whom it meets: clients of Google's APIs in Python that copy fields, or keep messages as dicts. With a mock: seed a time of
# 1969 and a duration below zero. Cure: copy by `pb` of the class, and keep bytes.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check proto-plus==1.29.0 protobuf==7.36.2
cat > pass.py <<'PY'
import proto
from google.protobuf import any_pb2, duration_pb2, field_mask_pb2, struct_pb2, timestamp_pb2, wrappers_pb2


class Thing(proto.Message):
    time = proto.Field(timestamp_pb2.Timestamp, number=1)
    span = proto.Field(duration_pb2.Duration, number=2)
    mask = proto.Field(field_mask_pb2.FieldMask, number=3)
    count = proto.Field(proto.INT64, number=4)
    limit = proto.Field(wrappers_pb2.Int64Value, number=5)
    sizes = proto.MapField(proto.STRING, proto.INT64, number=6)
    data = proto.Field(struct_pb2.Struct, number=7)
    detail = proto.Field(any_pb2.Any, number=8)
    code = proto.Field(proto.BYTES, number=9)


TEXTS = (
    '{"time":"2026-01-01T00:00:00.123456789Z"}',
    '{"time":"1969-12-31T23:59:59.500Z"}',
    '{"time":"1969-12-31T23:59:58Z"}',
    '{"span":"1.500s"}',
    '{"span":"0.000000001s"}',
    '{"span":"-0.500s"}',
    '{"span":"-1.500s"}',
    '{"mask":"displayName"}',
    '{"count":"9007199254740993"}',
    '{"limit":"5"}',
    '{"sizes":{"a":"5"}}',
    '{"data":{"a":[1.0,null]}}',
    '{"detail":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}}',
    '{"code":"+/8="}',
)


def show(message):
    try:
        return Thing.to_json(message, always_print_fields_with_no_presence=False, indent=None).replace(" ", "")
    except Exception as error:
        return f"not JSON, {str(error).split(':')[-1].strip()}"


def set_again(message, name):
    copy = Thing()
    setattr(copy, name, getattr(message, name))
    return show(copy)


def by_dict(message, name):
    try:
        return show(Thing(Thing.to_dict(message)))
    except (TypeError, ValueError) as error:
        return type(error).__name__


for text in TEXTS:
    message = Thing.from_json(text)
    name = text.split('"')[1]
    for way, answer in (("set again", set_again(message, name)), ("by to_dict", by_dict(message, name))):
        print(f"{text} {way}: {'as it was' if answer == text else answer}")
PY
venv/bin/python -W ignore pass.py > seen
cat > expected <<'EXPECTED'
{"time":"2026-01-01T00:00:00.123456789Z"} set again: as it was
{"time":"2026-01-01T00:00:00.123456789Z"} by to_dict: as it was
{"time":"1969-12-31T23:59:59.500Z"} set again: {"time":"1970-01-01T00:00:00.500Z"}
{"time":"1969-12-31T23:59:59.500Z"} by to_dict: as it was
{"time":"1969-12-31T23:59:58Z"} set again: as it was
{"time":"1969-12-31T23:59:58Z"} by to_dict: as it was
{"span":"1.500s"} set again: as it was
{"span":"1.500s"} by to_dict: as it was
{"span":"0.000000001s"} set again: {"span":"0s"}
{"span":"0.000000001s"} by to_dict: as it was
{"span":"-0.500s"} set again: not JSON, Sign mismatch..
{"span":"-0.500s"} by to_dict: as it was
{"span":"-1.500s"} set again: not JSON, Sign mismatch..
{"span":"-1.500s"} by to_dict: as it was
{"mask":"displayName"} set again: as it was
{"mask":"displayName"} by to_dict: as it was
{"count":"9007199254740993"} set again: as it was
{"count":"9007199254740993"} by to_dict: as it was
{"limit":"5"} set again: as it was
{"limit":"5"} by to_dict: TypeError
{"sizes":{"a":"5"}} set again: as it was
{"sizes":{"a":"5"}} by to_dict: TypeError
{"data":{"a":[1.0,null]}} set again: as it was
{"data":{"a":[1.0,null]}} by to_dict: as it was
{"detail":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}} set again: as it was
{"detail":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}} by to_dict: ValueError
{"code":"+/8="} set again: as it was
{"code":"+/8="} by to_dict: as it was
EXPECTED
diff expected seen
echo "messages of proto-plus behave as they were seen"
