#!/bin/sh
# python-debian 1.1.1 and debian-inspector 31.1.1 (PyPI), pault.ag/go/debian v0.21.4 and Dpkg of Perl (libdpkg-perl 1.21.22, of
# Debian 12), seen on 2026-11-30 with Python 3.11, Go 1.26 and Perl 5.36.
#
# Guess before it was run: the four parsers of control files give the same paragraphs, and the same names, versions,
# architectures and profiles of relations; comments within a field, `:any` and `(=1)` without a blank may differ.
# Seen: `:any` and blanks are read alike, and other things are not. Any comment in debian/control (Debian Policy 5.1) makes the
# paragraph one field `unknown` for debian-inspector. It drops profiles of a build (`<!nocheck>`, deb-src-control(5)), and keeps
# `:any` in the name, so that `a:any` does not match `a`. A comma at the end is one more relation, without a name, for
# python-debian. The library of Go writes `[linux-any]` as `[any]`, a substitution variable without its signs, and
# architectures before the version: `a [amd64] (>= 1)`. Policy 7.1 has the version first. It reads that back; Dpkg refuses it,
# python-debian warns and has a package of that whole name, and debian-inspector drops the version without a word.
# Whom it meets: who serves metadata of Debian packages, or rewrites it. With a mock: read back what was written, by another.
# Output seen: the lines that EXPECTED has below; the second part is what the library of Go wrote, as the others read it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "paragraphs": {
    "two": "Package: a\nDepends: b,\n c\n\nPackage: d\n",
    "comment": "Source: a\n# note: x\nSection: b\n",
    "comment in a field": "Source: a\nBuild-Depends: b,\n# c,\n d\n"
  },
  "relations": [
    "a (>=1.0)", "a(>= 1.0)", "a|b,c", "a, b,", "a:any (>= 1)", "a [amd64 i386]", "a [linux-any]", "a <!nocheck> <!cross>",
    "a (>= 1) [amd64]", "a (>= 1) [!i386] <!nocheck>", "${misc:Depends}"
  ]
}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-debian==1.1.1 debian-inspector==31.1.1
cat > read.py <<'PY'
import json
import logging
import sys
import warnings

from debian.deb822 import Deb822, PkgRelation
from debian_inspector.debcon import get_paragraphs_data
from debian_inspector.deps import parse_depends, parse_relationship

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")


def fields(paragraph):
    return "; ".join(sorted(f"{key.lower()} = {' '.join(value.split())}" for key, value in paragraph.items()))


def relations(texts):
    for text in texts:
        read = PkgRelation.parse_relations(text)
        print(f"{text}: python-debian, {PkgRelation.str(read)}; names", json.dumps([one["name"] for one in sum(read, [])]))
        print(f"{text}: debian-inspector, {parse_depends(text)}")


if sys.argv[1:] == ["written"]:
    relations(open("written", encoding="utf-8").read().splitlines())
else:
    cases = json.load(open("cases.json", encoding="utf-8"))
    for title, text in cases["paragraphs"].items():
        print(f"{title}: python-debian,", " | ".join(map(fields, Deb822.iter_paragraphs(text, use_apt_pkg=False))))
        print(f"{title}: debian-inspector,", " | ".join(map(fields, get_paragraphs_data(text))))
    relations(cases["relations"])
    for text in ["a", "a:any"]:
        print(f"{text}: debian-inspector matches a,", parse_relationship(text).matches("a") is True)
PY
cat > read.pl <<'PERL'
use strict;
use warnings;
use Dpkg::Control;
use Dpkg::Deps;
use JSON::PP;

$SIG{__WARN__} = sub { };
open my $file, '<', ($ARGV[0] // 'cases.json') or die;
my @texts = <$file>;
if ($ARGV[0]) {
    chomp @texts;
    relations(@texts);
    exit;
}
my $cases = decode_json(join '', @texts);
for my $title (keys %{ $cases->{paragraphs} }) {
    open my $handle, '<', \$cases->{paragraphs}{$title};
    my @all;
    while (1) {
        my $control = Dpkg::Control->new(type => CTRL_INFO_SRC);
        last unless $control->parse($handle, $title);
        push @all, join '; ', sort map { lc($_) . ' = ' . join ' ', split ' ', $control->{$_} } keys %$control;
    }
    print "$title: Dpkg, ", join(' | ', @all), "\n";
}
relations(@{ $cases->{relations} });

sub relations {
    for my $text (@_) {
        my $read = deps_parse($text, build_dep => 1);
        print "$text: Dpkg, ", (defined $read ? $read->output : 'refused'), "\n";
    }
}
PERL
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"pault.ag/go/debian/control"
	"pault.ag/go/debian/dependency"
)

func main() {
	file, _ := os.ReadFile("cases.json")
	var cases struct {
		Paragraphs map[string]string
		Relations  []string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		panic(err)
	}
	for title, text := range cases.Paragraphs {
		reader, err := control.NewParagraphReader(strings.NewReader(text), nil)
		if err != nil {
			panic(err)
		}
		read, err := reader.All()
		if err != nil {
			panic(err)
		}
		var all []string
		for _, paragraph := range read {
			var fields []string
			for key, value := range paragraph.Values {
				fields = append(fields, strings.ToLower(key)+" = "+strings.Join(strings.Fields(value), " "))
			}
			sort.Strings(fields)
			all = append(all, strings.Join(fields, "; "))
		}
		fmt.Printf("%s: Go, %s\n", title, strings.Join(all, " | "))
	}
	written, _ := os.Create("written")
	for _, text := range cases.Relations {
		read, err := dependency.Parse(text)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: Go, %s\n", text, read)
		if strings.Contains(text, ") [") {
			fmt.Fprintln(written, read)
		}
	}
}
GO
{
  go mod init finding.test/control
  go get pault.ag/go/debian@v0.21.4
  go mod tidy
} 2> /dev/null
{ venv/bin/python read.py; perl read.pl; go run .; } | LC_ALL=C sort > seen
{ venv/bin/python read.py written; perl read.pl written; } >> seen
cat > expected <<'EXPECTED'
${misc:Depends}: Dpkg, refused
${misc:Depends}: Go, misc:Depends
${misc:Depends}: debian-inspector, ${misc:Depends}
${misc:Depends}: python-debian, ${misc:Depends}; names ["${misc:Depends}"]
a (>= 1) [!i386] <!nocheck>: Dpkg, a (>= 1) [!i386] <!nocheck>
a (>= 1) [!i386] <!nocheck>: Go, a [!i386] (>= 1) <!nocheck>
a (>= 1) [!i386] <!nocheck>: debian-inspector, a (>= 1) [!i386]
a (>= 1) [!i386] <!nocheck>: python-debian, a (>= 1) [!i386] <!nocheck>; names ["a"]
a (>= 1) [amd64]: Dpkg, a (>= 1) [amd64]
a (>= 1) [amd64]: Go, a [amd64] (>= 1)
a (>= 1) [amd64]: debian-inspector, a (>= 1) [amd64]
a (>= 1) [amd64]: python-debian, a (>= 1) [amd64]; names ["a"]
a (>=1.0): Dpkg, a (>= 1.0)
a (>=1.0): Go, a (>= 1.0)
a (>=1.0): debian-inspector, a (>= 1.0)
a (>=1.0): python-debian, a (>= 1.0); names ["a"]
a <!nocheck> <!cross>: Dpkg, a <!nocheck> <!cross>
a <!nocheck> <!cross>: Go, a <!nocheck> <!cross>
a <!nocheck> <!cross>: debian-inspector, a
a <!nocheck> <!cross>: python-debian, a <!nocheck> <!cross>; names ["a"]
a [amd64 i386]: Dpkg, a [amd64 i386]
a [amd64 i386]: Go, a [amd64 i386]
a [amd64 i386]: debian-inspector, a [amd64 i386]
a [amd64 i386]: python-debian, a [amd64 i386]; names ["a"]
a [linux-any]: Dpkg, a [linux-any]
a [linux-any]: Go, a [any]
a [linux-any]: debian-inspector, a [linux-any]
a [linux-any]: python-debian, a [linux-any]; names ["a"]
a(>= 1.0): Dpkg, a (>= 1.0)
a(>= 1.0): Go, a (>= 1.0)
a(>= 1.0): debian-inspector, a (>= 1.0)
a(>= 1.0): python-debian, a (>= 1.0); names ["a"]
a, b,: Dpkg, a, b
a, b,: Go, a, b
a, b,: debian-inspector, a, b
a, b,: python-debian, a, b, ; names ["a", "b", ""]
a: debian-inspector matches a, True
a:any (>= 1): Dpkg, a:any (>= 1)
a:any (>= 1): Go, a:any (>= 1)
a:any (>= 1): debian-inspector, a:any (>= 1)
a:any (>= 1): python-debian, a:any (>= 1); names ["a"]
a:any: debian-inspector matches a, False
a|b,c: Dpkg, a | b, c
a|b,c: Go, a | b, c
a|b,c: debian-inspector, a | b, c
a|b,c: python-debian, a | b, c; names ["a", "b", "c"]
comment in a field: Dpkg, build-depends = b, d; source = a
comment in a field: Go, build-depends = b, d; source = a
comment in a field: debian-inspector, unknown = Source: a Build-Depends: b, # c, d
comment in a field: python-debian, build-depends = b, d; source = a
comment: Dpkg, section = b; source = a
comment: Go, section = b; source = a
comment: debian-inspector, unknown = Source: a # note: x Section: b
comment: python-debian, section = b; source = a
two: Dpkg, depends = b, c; package = a | package = d
two: Go, depends = b, c; package = a | package = d
two: debian-inspector, depends = b, c; package = a | package = d
two: python-debian, depends = b, c; package = a | package = d
a [amd64] (>= 1): python-debian, a [amd64] (>= 1); names ["a [amd64] (>= 1)"]
a [amd64] (>= 1): debian-inspector, a [amd64]
a [!i386] (>= 1) <!nocheck>: python-debian, a [!i386] (>= 1) <!nocheck>; names ["a [!i386] (>= 1) <!nocheck>"]
a [!i386] (>= 1) <!nocheck>: debian-inspector, a [!i386]
a [amd64] (>= 1): Dpkg, refused
a [!i386] (>= 1) <!nocheck>: Dpkg, refused
EXPECTED
diff expected seen
echo "control files of Debian are read as they were seen"
