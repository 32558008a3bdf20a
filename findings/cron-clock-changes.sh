#!/bin/sh
# com.cronutils:cron-utils 9.2.1, org.springframework:spring-context 7.0.10 and org.quartz-scheduler:quartz 2.5.2 (Maven
# Central), github.com/robfig/cron/v3 v3.0.1, github.com/adhocore/gronx v1.20.4 and github.com/hashicorp/cronexpr v1.1.3, and
# cron 0.17.0 and croner 4.0.3 (crates.io), seen on 2026-11-30 with Java 17, Go 1.26 and Rust 1.95.
#
# Guess before it was run: eight libraries leave out a time that a clock change skips, and take a time that it repeats once.
# Seen: croner runs the skipped 02:30 at 03:00, as Debian's cron does; the others leave it out. Four run the repeated 02:30
# once, of which quartz and gronx take the second one; spring, robfig, cronexpr and cron run it twice. A job of each hour runs
# in each hour for six; quartz and gronx leave out the first of the two hours that begin at 02:00, so nothing runs for two
# hours.
# Whom it meets: bills and backups of the night, two times a year. With a mock: move its clock to 2024-10-27, and count the
# calls.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
skipped|30 2 * * *|2024-03-30T12:00:00Z|2
repeated|30 2 * * *|2024-10-26T12:00:00Z|3
hourly, an hour less|0 * * * *|2024-03-31T00:30:00Z|2
hourly, an hour more|0 * * * *|2024-10-26T23:30:00Z|4
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>clock</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.cronutils</groupId><artifactId>cron-utils</artifactId><version>9.2.1</version></dependency>
    <dependency>
      <groupId>org.springframework</groupId><artifactId>spring-context</artifactId><version>7.0.10</version>
    </dependency>
    <dependency><groupId>org.quartz-scheduler</groupId><artifactId>quartz</artifactId><version>2.5.2</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Clock.java <<'JAVA'
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.TimeZone;
import java.util.function.UnaryOperator;
import org.springframework.scheduling.support.CronExpression;

class Clock {
    static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    static void print(String[] parts, String library, UnaryOperator<ZonedDateTime> next) {
        ZonedDateTime time = Instant.parse(parts[2]).atZone(ZONE);
        StringBuilder text = new StringBuilder();
        for (int run = 0; run < Integer.parseInt(parts[3]); run++) {
            time = next.apply(time);
            text.append(' ').append(time.toOffsetDateTime());
        }
        System.out.println(parts[0] + ": " + library + text);
    }

    public static void main(String[] arguments) throws Exception {
        CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split("\\|");
            ExecutionTime unix = ExecutionTime.forCron(parser.parse(parts[1]));
            print(parts, "cron-utils", time -> unix.nextExecution(time).orElseThrow());
            CronExpression spring = CronExpression.parse("0 " + parts[1]);
            print(parts, "spring", spring::next);
            var quartz = new org.quartz.CronExpression("0 " + parts[1].replaceFirst("\\*$", "?"));
            quartz.setTimeZone(TimeZone.getTimeZone(ZONE));
            print(parts, "quartz", time -> quartz.getNextValidTimeAfter(Date.from(time.toInstant())).toInstant().atZone(ZONE));
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata"

	"github.com/adhocore/gronx"
	"github.com/hashicorp/cronexpr"
	"github.com/robfig/cron/v3"
)

func main() {
	zone, _ := time.LoadLocation("Europe/Berlin")
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, "|")
		start, _ := time.Parse(time.RFC3339, parts[2])
		runs, _ := strconv.Atoi(parts[3])
		show := func(library string, next func(time.Time) time.Time) {
			text := ""
			for at, run := start.In(zone), 0; run < runs; run++ {
				at = next(at)
				text += at.Format(" 2006-01-02T15:04Z07:00")
			}
			fmt.Printf("%s: %s%s\n", parts[0], library, text)
		}
		schedule, _ := cron.ParseStandard(parts[1])
		show("robfig", schedule.Next)
		show("gronx", func(at time.Time) time.Time {
			next, _ := gronx.NextTickAfter(parts[1], at, false)
			return next
		})
		show("cronexpr", cronexpr.MustParse(parts[1]).Next)
	}
}
GO
{
  go mod init finding.test/clock
  go get github.com/robfig/cron/v3@v3.0.1 github.com/adhocore/gronx@v1.20.4 github.com/hashicorp/cronexpr@v1.1.3
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = "=0.4.45"
chrono-tz = "=0.10.4"
cron = "=0.17.0"
croner = "=4.0.3"
TOML
cat > src/main.rs <<'RUST'
use chrono::{DateTime, Utc};
use chrono_tz::{Europe::Berlin, Tz};
use std::str::FromStr;

fn print(name: &str, library: &str, times: impl Iterator<Item = DateTime<Tz>>) {
    let text: String = times.map(|time| time.format(" %Y-%m-%dT%H:%M%:z").to_string()).collect();
    println!("{name}: {library}{text}");
}

fn main() {
    for line in include_str!("../cases").lines() {
        let parts: Vec<&str> = line.split('|').collect();
        let start = DateTime::<Utc>::from_str(parts[2]).expect("a time").with_timezone(&Berlin);
        let runs = parts[3].parse().expect("a number");
        let schedule = cron::Schedule::from_str(&format!("0 {}", parts[1])).expect("a schedule");
        print(parts[0], "cron", schedule.after(&start).take(runs));
        let schedule = croner::Cron::from_str(parts[1]).expect("a schedule");
        print(parts[0], "croner", schedule.iter_after(start).take(runs));
    }
}
RUST
{ java -cp 'classes/*' Clock.java 2> /dev/null; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
hourly, an hour less: cron 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour less: cron-utils 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour less: croner 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour less: cronexpr 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour less: gronx 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour less: quartz 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour less: robfig 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour less: spring 2024-03-31T03:00+02:00 2024-03-31T04:00+02:00
hourly, an hour more: cron 2024-10-27T02:00+02:00 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00
hourly, an hour more: cron-utils 2024-10-27T02:00+02:00 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00
hourly, an hour more: croner 2024-10-27T02:00+02:00 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00
hourly, an hour more: cronexpr 2024-10-27T02:00+02:00 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00
hourly, an hour more: gronx 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00 2024-10-27T05:00+01:00
hourly, an hour more: quartz 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00 2024-10-27T05:00+01:00
hourly, an hour more: robfig 2024-10-27T02:00+02:00 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00
hourly, an hour more: spring 2024-10-27T02:00+02:00 2024-10-27T02:00+01:00 2024-10-27T03:00+01:00 2024-10-27T04:00+01:00
repeated: cron 2024-10-27T02:30+02:00 2024-10-27T02:30+01:00 2024-10-28T02:30+01:00
repeated: cron-utils 2024-10-27T02:30+02:00 2024-10-28T02:30+01:00 2024-10-29T02:30+01:00
repeated: croner 2024-10-27T02:30+02:00 2024-10-28T02:30+01:00 2024-10-29T02:30+01:00
repeated: cronexpr 2024-10-27T02:30+02:00 2024-10-27T02:30+01:00 2024-10-28T02:30+01:00
repeated: gronx 2024-10-27T02:30+01:00 2024-10-28T02:30+01:00 2024-10-29T02:30+01:00
repeated: quartz 2024-10-27T02:30+01:00 2024-10-28T02:30+01:00 2024-10-29T02:30+01:00
repeated: robfig 2024-10-27T02:30+02:00 2024-10-27T02:30+01:00 2024-10-28T02:30+01:00
repeated: spring 2024-10-27T02:30+02:00 2024-10-27T02:30+01:00 2024-10-28T02:30+01:00
skipped: cron 2024-04-01T02:30+02:00 2024-04-02T02:30+02:00
skipped: cron-utils 2024-04-01T02:30+02:00 2024-04-02T02:30+02:00
skipped: croner 2024-03-31T03:00+02:00 2024-04-01T02:30+02:00
skipped: cronexpr 2024-04-01T02:30+02:00 2024-04-02T02:30+02:00
skipped: gronx 2024-04-01T02:30+02:00 2024-04-02T02:30+02:00
skipped: quartz 2024-04-01T02:30+02:00 2024-04-02T02:30+02:00
skipped: robfig 2024-04-01T02:30+02:00 2024-04-02T02:30+02:00
skipped: spring 2024-04-01T02:30+02:00 2024-04-02T02:30+02:00
EXPECTED
diff expected seen
echo "schedules around a change of the clock behave as they were seen"
