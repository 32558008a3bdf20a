#!/bin/sh
# com.squareup.okhttp3:okhttp-jvm 5.5.1 (Maven Central), `java.net.HttpCookie` of Java and `net/http` of Go, seen on 2026-11-30
# with Java 17 and Go 1.26.
#
# Guess before it was run: three readers of Set-Cookie give a cookie the same path and end; dates with dashes may differ.
# Seen: dashes are no matter. A reader takes asctime and two digits of a year as well (RFC 6265, 5.1.1), which Go does not:
# the cookie ends with the session. HttpCookie ends a cookie at once whose date it cannot read, asctime included, though the
# attribute is to be ignored (5.2.1); a `Max-Age` below zero, which is to end it, keeps it for the session, and one that is no
# number refuses the whole cookie (5.2.2). Of two paths the last counts (5.3), and HttpCookie takes the first. okhttp does all
# as the RFC says.
# Whom it meets: tests of a login that ends, in two languages. With a mock: end a cookie by `Max-Age=-1`, and call again.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cookies <<'TEXT'
a=b
a=b; Expires=Fri, 31 Dec 2100 00:00:00 GMT
a=b; Expires=Fri, 31-Dec-2100 00:00:00 GMT
a=b; Expires=Friday, 31-Dec-60 00:00:00 GMT
a=b; Expires=Fri Dec 31 00:00:00 2100
a=b; Expires=never
a=b; Max-Age=0
a=b; Max-Age=-1
a=b; Max-Age=soon
a=b; Max-Age=1000; Expires=Thu, 01 Jan 1970 00:00:00 GMT
a=b; Path=/x; Path=/y
a=b; Path=x
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>cookies</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp-jvm</artifactId><version>5.5.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Cookies.java <<'JAVA'
import java.net.HttpCookie;
import java.nio.file.Files;
import java.nio.file.Path;
import okhttp3.Cookie;
import okhttp3.HttpUrl;

class Cookies {
    static String end(long milliseconds) {
        return milliseconds <= 0 ? "ends at once" : "ends later";
    }

    public static void main(String[] arguments) throws Exception {
        HttpUrl url = HttpUrl.get("https://example.test/p/q");
        for (String line : Files.readAllLines(Path.of("cookies"))) {
            Cookie cookie = Cookie.parse(url, line);
            String answer = cookie == null ? "refused" : (cookie.persistent()
                    ? end(cookie.expiresAt() <= 0 ? 0 : cookie.expiresAt() - System.currentTimeMillis())
                    : "ends with the session") + ", path " + cookie.path();
            System.out.println(line + ": okhttp, " + answer);
            try {
                HttpCookie other = HttpCookie.parse(line).get(0);
                answer = (other.getMaxAge() == -1 ? "ends with the session" : end(other.getMaxAge()))
                        + ", path " + (other.getPath() == null ? "not set" : other.getPath());
            } catch (IllegalArgumentException error) {
                answer = "refused";
            }
            System.out.println(line + ": HttpCookie, " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	file, _ := os.ReadFile("cookies")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		cookie, err := http.ParseSetCookie(line)
		if err != nil {
			fmt.Printf("%s: Go, refused\n", line)
			continue
		}
		end := "ends with the session"
		if cookie.MaxAge < 0 || cookie.MaxAge == 0 && !cookie.Expires.IsZero() && cookie.Expires.Before(time.Now()) {
			end = "ends at once"
		} else if cookie.MaxAge > 0 || !cookie.Expires.IsZero() {
			end = "ends later"
		}
		path := cookie.Path
		if path == "" {
			path = "not set"
		}
		fmt.Printf("%s: Go, %s, path %s\n", line, end, path)
	}
}
GO
go mod init finding.test/cookies 2> /dev/null
{ java -cp 'classes/*' Cookies.java; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a=b: Go, ends with the session, path not set
a=b: HttpCookie, ends with the session, path not set
a=b: okhttp, ends with the session, path /p
a=b; Expires=Fri Dec 31 00:00:00 2100: Go, ends with the session, path not set
a=b; Expires=Fri Dec 31 00:00:00 2100: HttpCookie, ends at once, path not set
a=b; Expires=Fri Dec 31 00:00:00 2100: okhttp, ends later, path /p
a=b; Expires=Fri, 31 Dec 2100 00:00:00 GMT: Go, ends later, path not set
a=b; Expires=Fri, 31 Dec 2100 00:00:00 GMT: HttpCookie, ends later, path not set
a=b; Expires=Fri, 31 Dec 2100 00:00:00 GMT: okhttp, ends later, path /p
a=b; Expires=Fri, 31-Dec-2100 00:00:00 GMT: Go, ends later, path not set
a=b; Expires=Fri, 31-Dec-2100 00:00:00 GMT: HttpCookie, ends later, path not set
a=b; Expires=Fri, 31-Dec-2100 00:00:00 GMT: okhttp, ends later, path /p
a=b; Expires=Friday, 31-Dec-60 00:00:00 GMT: Go, ends with the session, path not set
a=b; Expires=Friday, 31-Dec-60 00:00:00 GMT: HttpCookie, ends later, path not set
a=b; Expires=Friday, 31-Dec-60 00:00:00 GMT: okhttp, ends later, path /p
a=b; Expires=never: Go, ends with the session, path not set
a=b; Expires=never: HttpCookie, ends at once, path not set
a=b; Expires=never: okhttp, ends with the session, path /p
a=b; Max-Age=-1: Go, ends at once, path not set
a=b; Max-Age=-1: HttpCookie, ends with the session, path not set
a=b; Max-Age=-1: okhttp, ends at once, path /p
a=b; Max-Age=0: Go, ends at once, path not set
a=b; Max-Age=0: HttpCookie, ends at once, path not set
a=b; Max-Age=0: okhttp, ends at once, path /p
a=b; Max-Age=1000; Expires=Thu, 01 Jan 1970 00:00:00 GMT: Go, ends later, path not set
a=b; Max-Age=1000; Expires=Thu, 01 Jan 1970 00:00:00 GMT: HttpCookie, ends later, path not set
a=b; Max-Age=1000; Expires=Thu, 01 Jan 1970 00:00:00 GMT: okhttp, ends later, path /p
a=b; Max-Age=soon: Go, ends with the session, path not set
a=b; Max-Age=soon: HttpCookie, refused
a=b; Max-Age=soon: okhttp, ends with the session, path /p
a=b; Path=/x; Path=/y: Go, ends with the session, path /y
a=b; Path=/x; Path=/y: HttpCookie, ends with the session, path /x
a=b; Path=/x; Path=/y: okhttp, ends with the session, path /y
a=b; Path=x: Go, ends with the session, path x
a=b; Path=x: HttpCookie, ends with the session, path x
a=b; Path=x: okhttp, ends with the session, path /p
EXPECTED
diff expected seen
echo "lifetimes of cookies behave as they were seen"
