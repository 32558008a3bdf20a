#!/bin/sh
# io.github.resilience4j:resilience4j-retry 2.4.0 and dev.failsafe:failsafe 3.3.2 (Maven Central),
# github.com/cenkalti/backoff/v5 v5.0.3, github.com/sethvargo/go-retry v0.5.0 and github.com/avast/retry-go/v4 v4.7.0, and
# tokio-retry 0.3.2, backon 1.6.0, exponential-backoff 2.1.1 and retry 2.2.0 (crates.io), seen on 2026-11-30 with Java 17, Go
# 1.26 and Rust 1.95.
#
# Guess before it was run: nine libraries that are told to begin with 100 ms wait 100, 200, 400 and 800 ms, and at most the
# limit that they are given, 300 ms.
# Seen: eight do. `ExponentialBackoff::from_millis` of tokio-retry takes the number as the base of a power, as its
# documentation says in its second sentence: 100 ms, then ten seconds, a quarter of an hour and more than a day.
# Whom it meets: calls in Rust that are tried again after an outage. With a mock: fail three times, and look at the times of
# the calls. Cure: `from_millis(2).factor(50)`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>waits</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>io.github.resilience4j</groupId><artifactId>resilience4j-retry</artifactId><version>2.4.0</version>
    </dependency>
    <dependency><groupId>dev.failsafe</groupId><artifactId>failsafe</artifactId><version>3.3.2</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Waits.java <<'JAVA'
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

class Waits {
    static void resilience(String name, IntervalFunction function) {
        List<Long> waits = new ArrayList<>();
        for (int attempt = 1; attempt <= 4; attempt++) {
            waits.add(function.apply(attempt));
        }
        System.out.println(name + ": " + waits);
    }

    static void failsafe(String name, Duration most) {
        List<Long> waits = new ArrayList<>();
        LongConsumer add = waits::add;
        RetryPolicy<Object> policy = RetryPolicy.builder().withBackoff(Duration.ofMillis(100), most).withMaxRetries(4)
                .onRetryScheduled(event -> add.accept(event.getDelay().toMillis())).build();
        try {
            Failsafe.with(policy).run(() -> {
                throw new IllegalStateException();
            });
        } catch (IllegalStateException error) {
            System.out.println(name + ": " + waits);
        }
    }

    public static void main(String[] arguments) {
        resilience("resilience4j", IntervalFunction.ofExponentialBackoff(100, 2));
        resilience("resilience4j, at most 300", IntervalFunction.ofExponentialBackoff(100, 2, 300));
        failsafe("failsafe", Duration.ofSeconds(10));
        failsafe("failsafe, at most 300", Duration.ofMillis(300));
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"errors"
	"fmt"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	sethvargo "github.com/sethvargo/go-retry"
)

type timer struct{ waits *[]int64 }

func (t timer) After(wait time.Duration) <-chan time.Time {
	*t.waits = append(*t.waits, wait.Milliseconds())
	now := make(chan time.Time, 1)
	now <- time.Now()
	return now
}

func main() {
	for _, most := range []time.Duration{10 * time.Second, 300 * time.Millisecond} {
		limit := ""
		if most < time.Second {
			limit = ", at most 300"
		}
		exponential := backoff.NewExponentialBackOff()
		exponential.InitialInterval, exponential.Multiplier = 100*time.Millisecond, 2
		exponential.RandomizationFactor, exponential.MaxInterval = 0, most
		grown := sethvargo.WithCappedDuration(most, sethvargo.NewExponential(100*time.Millisecond))
		var waits, others []int64
		for len(waits) < 4 {
			waits = append(waits, exponential.NextBackOff().Milliseconds())
			wait, _ := grown.Next()
			others = append(others, wait.Milliseconds())
		}
		fmt.Printf("cenkalti%s: %v\n", limit, waits)
		fmt.Printf("sethvargo%s: %v\n", limit, others)
		var taken []int64
		avast.Do(func() error { return errors.New("down") }, avast.Attempts(5), avast.Delay(100*time.Millisecond),
			avast.MaxDelay(most), avast.DelayType(avast.BackOffDelay), avast.WithTimer(timer{&taken}))
		fmt.Printf("avast%s: %v\n", limit, taken)
	}
}
GO
{
  go mod init finding.test/waits
  go get github.com/cenkalti/backoff/v5@v5.0.3 github.com/sethvargo/go-retry@v0.5.0 github.com/avast/retry-go/v4@v4.7.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
backon = { version = "=1.6.0", default-features = false, features = ["std"] }
exponential-backoff = "=2.1.1"
retry = "=2.2.0"
tokio-retry = "=0.3.2"
TOML
cat > src/main.rs <<'RUST'
use backon::{BackoffBuilder, ExponentialBuilder};
use exponential_backoff::Backoff;
use retry::delay::Exponential;
use std::time::Duration;
use tokio_retry::strategy::ExponentialBackoff;

fn print(name: &str, waits: impl Iterator<Item = Duration>) {
    println!("{name}: {:?}", waits.take(4).map(|wait| wait.as_millis()).collect::<Vec<_>>());
}

fn main() {
    let (first, most) = (Duration::from_millis(100), Duration::from_millis(300));
    print("tokio-retry", ExponentialBackoff::from_millis(100));
    print("tokio-retry, at most 300", ExponentialBackoff::from_millis(100).max_delay(most));
    print("tokio-retry, from 2 by 50", ExponentialBackoff::from_millis(2).factor(50));
    print("backon", ExponentialBuilder::new().with_min_delay(first).with_max_times(4).build());
    let capped = ExponentialBuilder::new().with_min_delay(first).with_max_delay(most).with_max_times(4);
    print("backon, at most 300", capped.build());
    for (name, most) in [("exponential-backoff", None), ("exponential-backoff, at most 300", Some(most))] {
        let mut backoff = Backoff::new(5, first, most);
        backoff.set_jitter(0.0);
        print(name, backoff.iter().flatten());
    }
    print("retry", Exponential::from_millis(100));
}
RUST
{ java -cp 'classes/*' Waits.java 2> /dev/null; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
avast, at most 300: [100 200 300 300]
avast: [100 200 400 800]
backon, at most 300: [100, 200, 300, 300]
backon: [100, 200, 400, 800]
cenkalti, at most 300: [100 200 300 300]
cenkalti: [100 200 400 800]
exponential-backoff, at most 300: [100, 200, 300, 300]
exponential-backoff: [100, 200, 400, 800]
failsafe, at most 300: [100, 200, 300, 300]
failsafe: [100, 200, 400, 800]
resilience4j, at most 300: [100, 200, 300, 300]
resilience4j: [100, 200, 400, 800]
retry: [100, 200, 400, 800]
sethvargo, at most 300: [100 200 300 300]
sethvargo: [100 200 400 800]
tokio-retry, at most 300: [100, 300, 300, 300]
tokio-retry, from 2 by 50: [100, 200, 400, 800]
tokio-retry: [100, 10000, 1000000, 100000000]
EXPECTED
diff expected seen
echo "first waits between attempts behave as they were seen"
