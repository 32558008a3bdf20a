#!/bin/sh
# luxon 3.7.2 and @js-joda/extra 0.12.3 (npm) and aniso8601 10.0.1 and pendulum 3.3.0 (PyPI), seen on 2026-11-30 with Node 20
# and Python 3.11.
#
# Guess before it was run: four libraries (luxon, aniso8601, pendulum, threeten-extra?) read ISO 8601 intervals alike:
# start/end, start/duration, duration/end, and the short end `2026-12-14/15`.
# Seen: js-joda's port took the place of threeten-extra. The end of an interval may leave out what it shares with the start
# (ISO 8601-1, 5.5.2). Only aniso8601 reads it so. luxon reads the end as a text of its own: `15:30:00` is today, so an
# interval of January ends on the day on which it is read, and of `01-15` it makes one o'clock at an offset of minus 15 hours.
# Both are valid for it. An offset of the start counts for an end without one; luxon and pendulum put the end in UTC, and
# aniso8601 gives it none. aniso8601, which has months of 30 days by documentation, refuses two dates by the day of the year.
# pendulum ends in a TypeError for a date and `P1W`. js-joda reads pairs of instants alone, without weeks or months.
# Whom it meets: APIs with a time range in one text. With a mock: write the end in full, with its offset.
# Output seen: the lines that EXPECTED has below, luxon's by a clock that stands at noon of 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
2026-01-01T10:00:00Z/2026-01-01T12:00:00Z
2026-01-31T00:00:00Z/P1M
P1M/2026-03-31T00:00:00Z
2026-01-01T00:00:00Z/P1Y2M3D
2026-01-01T00:00:00Z/P1W
2026-01-01T10:00:00Z/15:30:00
2026-01-01T10:00:00Z/02T15:30:00
2026-01-01T10:00:00+02:00/2026-01-01T15:30:00
2026-01-01/2026-01-31
2026-01-01/01-15
2026-01-01/15
2026-01-01/P1W
2026-01-01/P1M
2026-W10-1/2026-W10-5
2026-032/2026-040
TEXT
npm install --silent --no-audit --no-fund luxon@3.7.2 @js-joda/core@6.3.2 @js-joda/extra@0.12.3
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import '@js-joda/core';
import extra from '@js-joda/extra';
import { Interval, Settings } from 'luxon';

Settings.defaultZone = 'utc';
Settings.now = () => Date.UTC(2026, 10, 30, 12);
const text = (time) => time.toISO({ suppressMilliseconds: true }).replace('+00:00', 'Z');
const readers = {
  luxon(interval) {
    const { isValid, start, end } = Interval.fromISO(interval);
    return isValid ? `${text(start)} to ${text(end)}` : 'refused';
  },
  'js-joda': (interval) => extra.Interval.parse(interval).toString().replace('/', ' to '),
};
for (const interval of readFileSync('texts', 'utf8').trim().split('\n')) {
  for (const [name, read] of Object.entries(readers)) {
    let answer;
    try {
      answer = read(interval);
    } catch {
      answer = 'refused';
    }
    console.log(`${interval}: ${name}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check aniso8601==10.0.1 pendulum==3.3.0
cat > read.py <<'PY'
from datetime import datetime

import aniso8601
import pendulum


def show(dates):
    texts = [date.isoformat() if isinstance(date, datetime) else str(date) for date in dates]
    return " to ".join(text.replace("+00:00", "Z") for text in texts)


def read_pendulum(text):
    interval = pendulum.parse(text)
    return [interval.start, interval.end]


with open("texts", encoding="utf-8") as file:
    texts = file.read().splitlines()
for text in texts:
    for name, read in {"aniso8601": aniso8601.parse_interval, "pendulum": read_pendulum}.items():
        try:
            answer = show(read(text))
        except (ValueError, TypeError) as error:
            answer = "TypeError" if isinstance(error, TypeError) else "refused"
        print(f"{text}: {name}, {answer}")
PY
{ node read.mjs; venv/bin/python read.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
2026-01-01/01-15: aniso8601, 2026-01-01 to 2026-01-15
2026-01-01/01-15: js-joda, refused
2026-01-01/01-15: luxon, 2026-01-01T00:00:00Z to 2026-11-29T16:00:00Z
2026-01-01/01-15: pendulum, refused
2026-01-01/15: aniso8601, 2026-01-01 to 2026-01-15
2026-01-01/15: js-joda, refused
2026-01-01/15: luxon, 2026-01-01T00:00:00Z to 2026-11-30T15:00:00Z
2026-01-01/15: pendulum, refused
2026-01-01/2026-01-31: aniso8601, 2026-01-01 to 2026-01-31
2026-01-01/2026-01-31: js-joda, refused
2026-01-01/2026-01-31: luxon, 2026-01-01T00:00:00Z to 2026-01-31T00:00:00Z
2026-01-01/2026-01-31: pendulum, 2026-01-01 to 2026-01-31
2026-01-01/P1M: aniso8601, 2026-01-01 to 2026-01-31
2026-01-01/P1M: js-joda, refused
2026-01-01/P1M: luxon, 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z
2026-01-01/P1M: pendulum, TypeError
2026-01-01/P1W: aniso8601, 2026-01-01 to 2026-01-08
2026-01-01/P1W: js-joda, refused
2026-01-01/P1W: luxon, 2026-01-01T00:00:00Z to 2026-01-08T00:00:00Z
2026-01-01/P1W: pendulum, TypeError
2026-01-01T00:00:00Z/P1W: aniso8601, 2026-01-01T00:00:00Z to 2026-01-08T00:00:00Z
2026-01-01T00:00:00Z/P1W: js-joda, refused
2026-01-01T00:00:00Z/P1W: luxon, 2026-01-01T00:00:00Z to 2026-01-08T00:00:00Z
2026-01-01T00:00:00Z/P1W: pendulum, 2026-01-01T00:00:00Z to 2026-01-08T00:00:00Z
2026-01-01T00:00:00Z/P1Y2M3D: aniso8601, 2026-01-01T00:00:00Z to 2027-03-05T00:00:00Z
2026-01-01T00:00:00Z/P1Y2M3D: js-joda, refused
2026-01-01T00:00:00Z/P1Y2M3D: luxon, 2026-01-01T00:00:00Z to 2027-03-04T00:00:00Z
2026-01-01T00:00:00Z/P1Y2M3D: pendulum, 2026-01-01T00:00:00Z to 2027-03-04T00:00:00Z
2026-01-01T10:00:00+02:00/2026-01-01T15:30:00: aniso8601, 2026-01-01T10:00:00+02:00 to 2026-01-01T15:30:00
2026-01-01T10:00:00+02:00/2026-01-01T15:30:00: js-joda, refused
2026-01-01T10:00:00+02:00/2026-01-01T15:30:00: luxon, 2026-01-01T08:00:00Z to 2026-01-01T15:30:00Z
2026-01-01T10:00:00+02:00/2026-01-01T15:30:00: pendulum, 2026-01-01T10:00:00+02:00 to 2026-01-01T15:30:00Z
2026-01-01T10:00:00Z/02T15:30:00: aniso8601, 2026-01-01T10:00:00Z to 2026-01-02T15:30:00Z
2026-01-01T10:00:00Z/02T15:30:00: js-joda, refused
2026-01-01T10:00:00Z/02T15:30:00: luxon, refused
2026-01-01T10:00:00Z/02T15:30:00: pendulum, refused
2026-01-01T10:00:00Z/15:30:00: aniso8601, 2026-01-01T10:00:00Z to 2026-01-01T15:30:00Z
2026-01-01T10:00:00Z/15:30:00: js-joda, refused
2026-01-01T10:00:00Z/15:30:00: luxon, 2026-01-01T10:00:00Z to 2026-11-30T15:30:00Z
2026-01-01T10:00:00Z/15:30:00: pendulum, refused
2026-01-01T10:00:00Z/2026-01-01T12:00:00Z: aniso8601, 2026-01-01T10:00:00Z to 2026-01-01T12:00:00Z
2026-01-01T10:00:00Z/2026-01-01T12:00:00Z: js-joda, 2026-01-01T10:00:00Z to 2026-01-01T12:00:00Z
2026-01-01T10:00:00Z/2026-01-01T12:00:00Z: luxon, 2026-01-01T10:00:00Z to 2026-01-01T12:00:00Z
2026-01-01T10:00:00Z/2026-01-01T12:00:00Z: pendulum, 2026-01-01T10:00:00Z to 2026-01-01T12:00:00Z
2026-01-31T00:00:00Z/P1M: aniso8601, 2026-01-31T00:00:00Z to 2026-03-02T00:00:00Z
2026-01-31T00:00:00Z/P1M: js-joda, refused
2026-01-31T00:00:00Z/P1M: luxon, 2026-01-31T00:00:00Z to 2026-02-28T00:00:00Z
2026-01-31T00:00:00Z/P1M: pendulum, 2026-01-31T00:00:00Z to 2026-02-28T00:00:00Z
2026-032/2026-040: aniso8601, refused
2026-032/2026-040: js-joda, refused
2026-032/2026-040: luxon, 2026-02-01T00:00:00Z to 2026-02-09T00:00:00Z
2026-032/2026-040: pendulum, 2026-02-01 to 2026-02-09
2026-W10-1/2026-W10-5: aniso8601, 2026-03-02 to 2026-03-06
2026-W10-1/2026-W10-5: js-joda, refused
2026-W10-1/2026-W10-5: luxon, 2026-03-02T00:00:00Z to 2026-03-06T00:00:00Z
2026-W10-1/2026-W10-5: pendulum, 2026-03-02 to 2026-03-06
P1M/2026-03-31T00:00:00Z: aniso8601, 2026-03-31T00:00:00Z to 2026-03-01T00:00:00Z
P1M/2026-03-31T00:00:00Z: js-joda, refused
P1M/2026-03-31T00:00:00Z: luxon, 2026-02-28T00:00:00Z to 2026-03-31T00:00:00Z
P1M/2026-03-31T00:00:00Z: pendulum, 2026-02-28T00:00:00Z to 2026-03-31T00:00:00Z
EXPECTED
diff expected seen
echo "readers of intervals behave as they were seen"
