#!/bin/sh
# rrule 2.8.1, rrule-temporal 2.2.8 and ical.js 2.2.1 (npm), python-dateutil 4.0.0 (PyPI) and org.dmfs:lib-recur 0.17.1,
# org.mnode.ical4j:ical4j 4.1.1 and net.sf.biweekly:biweekly 0.6.8 (Maven Central), seen on 2026-11-30 with Node 20, Python
# 3.11 and Java 17.
#
# Guess before it was run: seven libraries give a rule of RFC 5545 (3.3.10) the same first dates; only limits by UNTIL and
# clock changes differ.
# Seen: months, weeks and their weekdays are alike, and rules of years are not. A date that does not exist is to be left out:
# ical.js moves 29 February to 1 March, and 31 February to 2 March. It ignores BYSETPOS beside days of a week or hours, numbers
# of weeks, and the 20 of `20MO`. What a rule does not say comes from the start, so `BYWEEKNO=1,20` of a Monday has Mondays;
# three give each day of these weeks. Of weeks that two years share, biweekly and rrule-temporal lose days, and lib-recur has
# days of other weeks. biweekly finds nothing if hours and BYSETPOS meet. For BYMONTHDAY alone, which expands a year, three
# take the month of the start and four each month. Its grammar has no case (RFC 5234, 2.3); two refuse small letters.
# Whom it meets: who bills, bakes or reminds by one rule in two languages. With a mock: move its clock to the end of February
# of a leap year.
# Output seen: the lines that EXPECTED has below, with the first dates and who gives them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > rules <<'TEXT'
20240129T090000 FREQ=MONTHLY;BYDAY=-1MO;COUNT=3
20240131T090000 FREQ=MONTHLY;COUNT=3
20240229T090000 FREQ=YEARLY;COUNT=3
20240131T090000 FREQ=YEARLY;BYMONTH=1,2,3;COUNT=3
20240104T090000 FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=-1;COUNT=3
20240102T080000 FREQ=DAILY;BYHOUR=8,10;BYMINUTE=0,30;BYSETPOS=1,-1;COUNT=4
20240513T090000 FREQ=YEARLY;BYDAY=20MO;COUNT=3
20240101T090000 FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;COUNT=3
20240101T090000 FREQ=YEARLY;BYWEEKNO=1,20;COUNT=3
20210101T090000 FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR;COUNT=3
20240101T090000 FREQ=YEARLY;BYMONTHDAY=1;COUNT=3
20240102T090000 freq=daily;count=3
TEXT
npm install --silent --no-audit --no-fund rrule@2.8.1 rrule-temporal@2.2.8 ical.js@2.2.1
cat > dates.mjs <<'JS'
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import rrule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';

const libraries = {
  rrule: (start, rule) => rrule.rrulestr(`DTSTART:${start}Z\nRRULE:${rule}`).all().map((date) => date.toISOString()),
  'rrule-temporal': (start, rule) =>
    new RRuleTemporal({ rruleString: `DTSTART:${start}Z\nRRULE:${rule}` }).all().map((date) => date.toPlainDateTime().toString()),
  'ical.js': (start, rule) => {
    const first = start.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6');
    const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(first));
    const found = [];
    for (let date = dates.next(); date && found.length < 4; date = dates.next()) found.push(date.toString());
    return found;
  },
};
for (const line of readFileSync('rules', 'utf8').trim().split('\n')) {
  for (const [name, list] of Object.entries(libraries)) {
    let answer;
    try {
      answer = list(...line.split(' ')).map((date) => date.slice(0, 16)).join(' ') || 'nothing';
    } catch {
      answer = 'refused';
    }
    console.log(`${line}~${answer}~${name}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-dateutil==4.0.0
cat > dates.py <<'PY'
from datetime import datetime

from dateutil.rrule import rrulestr

with open("rules", encoding="utf-8") as file:
    for line in file.read().splitlines():
        start, rule = line.split(" ")
        dates = rrulestr(rule, dtstart=datetime.strptime(start, "%Y%m%dT%H%M%S"))
        print(line, " ".join(f"{date:%Y-%m-%dT%H:%M}" for date in dates), "dateutil", sep="~")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>dates</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.dmfs</groupId>
      <artifactId>lib-recur</artifactId>
      <version>0.17.1</version>
    </dependency>
    <dependency>
      <groupId>org.mnode.ical4j</groupId>
      <artifactId>ical4j</artifactId>
      <version>4.1.1</version>
    </dependency>
    <dependency>
      <groupId>net.sf.biweekly</groupId>
      <artifactId>biweekly</artifactId>
      <version>0.6.8</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Dates.java <<'JAVA'
import biweekly.ICalVersion;
import biweekly.io.ParseContext;
import biweekly.io.scribe.property.RecurrenceRuleScribe;
import biweekly.parameter.ICalParameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.TimeZone;
import net.fortuna.ical4j.model.Recur;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;

class Dates {
    interface Library {
        List<Instant> list(ZonedDateTime start, String rule) throws Exception;
    }

    static List<Instant> byLibRecur(ZonedDateTime start, String rule) throws Exception {
        DateTime first = new DateTime(TimeZone.getTimeZone("UTC"), start.toInstant().toEpochMilli());
        RecurrenceRuleIterator dates = new RecurrenceRule(rule).iterator(first);
        List<Instant> found = new ArrayList<>();
        while (dates.hasNext()) {
            found.add(Instant.ofEpochMilli(dates.nextMillis()));
        }
        return found;
    }

    static List<Instant> byIcal4j(ZonedDateTime start, String rule) {
        List<ZonedDateTime> dates = new Recur<ZonedDateTime>(rule).getDates(start, start, start.plusYears(20));
        return dates.stream().map(ZonedDateTime::toInstant).toList();
    }

    static List<Instant> byBiweekly(ZonedDateTime start, String rule) {
        ParseContext context = new ParseContext();
        context.setVersion(ICalVersion.V2_0);
        Iterator<Date> dates = new RecurrenceRuleScribe().parseText(rule, null, new ICalParameters(), context)
            .getDateIterator(Date.from(start.toInstant()), TimeZone.getTimeZone("UTC"));
        List<Instant> found = new ArrayList<>();
        dates.forEachRemaining(date -> found.add(date.toInstant()));
        return found;
    }

    static void show(String line, String name, Library library) {
        DateTimeFormatter form = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss");
        String[] parts = line.split(" ");
        String answer;
        try {
            ZonedDateTime start = LocalDateTime.parse(parts[0], form).atZone(ZoneOffset.UTC);
            List<String> dates = library.list(start, parts[1]).stream().map(date -> date.toString().substring(0, 16)).toList();
            answer = dates.isEmpty() ? "nothing" : String.join(" ", dates);
        } catch (Exception error) {
            answer = "refused";
        }
        System.out.println(line + "~" + answer + "~" + name);
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("rules"))) {
            show(line, "lib-recur", Dates::byLibRecur);
            show(line, "ical4j", Dates::byIcal4j);
            show(line, "biweekly", Dates::byBiweekly);
        }
    }
}
JAVA
{ node dates.mjs; venv/bin/python dates.py; java -cp 'classes/*' Dates.java 2> /dev/null; } |
  sed 's/T09:00//g' | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 != rule { print $1 }
  $1 FS $2 != group { line = "  " $2 " by" }
  { rule = $1; group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
20210101T090000 FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR;COUNT=3
  2021-01-01 2027-01-01 2032-12-31 by dateutil ical4j rrule
  2021-01-08 2021-01-15 2021-01-22 by ical.js
  2021-12-31 2022-12-30 2024-01-04 by lib-recur
  2027-01-01 2032-12-31 2038-01-01 by rrule-temporal
  2032-12-31 2060-12-31 2088-12-31 by biweekly
20240101T090000 FREQ=YEARLY;BYMONTHDAY=1;COUNT=3
  2024-01-01 2024-02-01 2024-03-01 by biweekly dateutil rrule rrule-temporal
  2024-01-01 2025-01-01 2026-01-01 by ical.js ical4j lib-recur
20240101T090000 FREQ=YEARLY;BYWEEKNO=1,20;COUNT=3
  2024-01-01 2024-01-02 2024-01-03 by biweekly dateutil rrule
  2024-01-01 2024-05-13 2024-12-30 by ical4j lib-recur rrule-temporal
  nothing by ical.js
20240101T090000 FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;COUNT=3
  2024-01-01 2024-12-30 2025-12-29 by dateutil ical4j lib-recur rrule rrule-temporal
  2024-01-01 2027-01-04 2028-01-03 by biweekly
  2024-01-08 2024-01-15 2024-01-22 by ical.js
20240102T080000 FREQ=DAILY;BYHOUR=8,10;BYMINUTE=0,30;BYSETPOS=1,-1;COUNT=4
  2024-01-02T08:00 2024-01-02T08:30 2024-01-02T10:00 2024-01-02T10:30 by ical.js
  2024-01-02T08:00 2024-01-02T10:30 2024-01-03T08:00 2024-01-03T10:30 by dateutil ical4j lib-recur rrule rrule-temporal
  nothing by biweekly
20240102T090000 freq=daily;count=3
  2024-01-02 2024-01-03 2024-01-04 by biweekly dateutil lib-recur rrule rrule-temporal
  refused by ical.js ical4j
20240104T090000 FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=-1;COUNT=3
  2024-01-04 2024-01-09 2024-01-11 by ical.js
  2024-01-04 2024-01-11 2024-01-18 by biweekly dateutil ical4j lib-recur rrule rrule-temporal
20240129T090000 FREQ=MONTHLY;BYDAY=-1MO;COUNT=3
  2024-01-29 2024-02-26 2024-03-25 by biweekly dateutil ical.js ical4j lib-recur rrule rrule-temporal
20240131T090000 FREQ=MONTHLY;COUNT=3
  2024-01-31 2024-03-31 2024-05-31 by biweekly dateutil ical.js ical4j lib-recur rrule rrule-temporal
20240131T090000 FREQ=YEARLY;BYMONTH=1,2,3;COUNT=3
  2024-01-31 2024-03-02 2024-03-31 by ical.js
  2024-01-31 2024-03-31 2025-01-31 by biweekly dateutil ical4j lib-recur rrule rrule-temporal
20240229T090000 FREQ=YEARLY;COUNT=3
  2024-02-29 2025-03-01 2026-03-01 by ical.js
  2024-02-29 2028-02-29 2032-02-29 by biweekly dateutil ical4j lib-recur rrule rrule-temporal
20240513T090000 FREQ=YEARLY;BYDAY=20MO;COUNT=3
  2024-05-13 2024-05-20 2024-05-27 by ical.js
  2024-05-13 2025-05-19 2026-05-18 by biweekly dateutil ical4j lib-recur rrule rrule-temporal
EXPECTED
diff expected seen
echo "rules of recurrence behave as they were seen"
