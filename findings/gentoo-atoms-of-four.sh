#!/bin/sh
# portage 3.0.83, pkgcore 0.12.24, pkgcraft 0.0.11 (in Rust) and univers 32.0.1 (PyPI), seen on 2026-11-30 with Python 3.11.
#
# Guess before it was run: they order versions of Gentoo alike; suffixes and leading zeros may differ in univers. The first
# three find the same packages for a dependency; `=1.1*` and slots may differ.
# Seen: slots do not differ. 01 is less than 1 for univers and for pkgcore, which therefore does not find 1 for `=01`; the first
# number is compared as one (PMS, 3.3). For pkgcraft `_alpha` is less than `_alpha0`; a missing number is 0. An asterisk stands
# for further components of a version (PMS, 8.3.1): `=1.1*` has 1.10 and `=1*` has 10 for pkgcore and pkgcraft, which compare
# letters, and not for portage. Nor has `=1.0*` 1.00 for portage, though `=1.0` has it, and both are equal. `=01*` has 1.2 for
# portage only.
# Whom it meets: who says by versions which packages of Gentoo an advisory means. With a mock: seed versions 1.1, 1.1.2 and 1.10.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check portage==3.0.83 pkgcore==0.12.24 pkgcraft==0.0.11 univers==32.0.1
cat > ask.py <<'PY'
import types
import warnings

warnings.simplefilter("ignore")

from pkgcore.ebuild.atom import atom
from pkgcore.ebuild.cpv import VersionedCPV
from pkgcraft.dep import Cpv, Dep, Version
from portage.dep import match_from_list
from portage.versions import vercmp
from univers.versions import GentooVersion

VERSIONS = """1.0 1; 1.0 1.00; 1.1 1.10; 1.01 1.1; 10 9; 01 1; 1a 1; 1_rc 1; 1_p1 1; 1_alpha 1_alpha0; 1_rc1 1_rc01; 1-r0 1"""
ATOMS = """=c/p-1 c/p-1-r0; ~c/p-1 c/p-1-r1; =c/p-1.0 c/p-1.00; =c/p-01 c/p-1; =c/p-1.1* c/p-1.1.2; =c/p-1.1* c/p-1.1_p1;
=c/p-1.1* c/p-1.10; =c/p-1* c/p-10; =c/p-1_p2* c/p-1_p20; =c/p-1.1-r1* c/p-1.1-r12; =c/p-1.0* c/p-1.00; =c/p-01* c/p-1.2;
>=c/p-1 c/p-1_rc1; c/p:0 c/p-1:0; c/p:0 c/p-1:0/2; c/p:0/2 c/p-1:0/3; c/p:= c/p-1:0/2"""


def sign(first, second):
    return "less" if first < second else "greater" if first > second else "equal"


def of_pkgcore(wanted, package, slot, subslot):
    version = VersionedCPV(package)
    names = ("category", "package", "key", "version", "revision", "fullver", "cpvstr")
    fields = {name: getattr(version, name) for name in names}
    return atom(wanted).match(types.SimpleNamespace(**fields, slot=slot, subslot=subslot, use=(), iuse_stripped=()))


for first, second in (pair.split() for pair in VERSIONS.split("; ")):
    answers = {
        "portage": sign(vercmp(first, second), 0),
        "pkgcore": sign(VersionedCPV(f"c/p-{first}"), VersionedCPV(f"c/p-{second}")),
        "pkgcraft": sign(Version(first), Version(second)),
        "univers": sign(GentooVersion(first), GentooVersion(second)),
    }
    for name, answer in answers.items():
        print(f"{first} and {second}: {name}, {answer}")
for wanted, package in (pair.split() for pair in ATOMS.replace("\n", " ").split("; ")):
    version, _, slots = package.partition(":")
    slot, _, subslot = (slots or "0").partition("/")
    answers = {
        "portage": match_from_list(wanted, [f"{version}:{slots or '0'}"]),
        "pkgcore": of_pkgcore(wanted, version, slot, subslot or slot),
        "pkgcraft": Dep(wanted).intersects(Dep(f"={package}") if slots else Cpv(package)),
    }
    for name, answer in answers.items():
        print(f"{wanted} has {package}: {name}, {'yes' if answer else 'no'}")
PY
venv/bin/python ask.py > seen
cat > expected <<'EXPECTED'
1.0 and 1: portage, greater
1.0 and 1: pkgcore, greater
1.0 and 1: pkgcraft, greater
1.0 and 1: univers, greater
1.0 and 1.00: portage, equal
1.0 and 1.00: pkgcore, equal
1.0 and 1.00: pkgcraft, equal
1.0 and 1.00: univers, equal
1.1 and 1.10: portage, less
1.1 and 1.10: pkgcore, less
1.1 and 1.10: pkgcraft, less
1.1 and 1.10: univers, less
1.01 and 1.1: portage, less
1.01 and 1.1: pkgcore, less
1.01 and 1.1: pkgcraft, less
1.01 and 1.1: univers, less
10 and 9: portage, greater
10 and 9: pkgcore, greater
10 and 9: pkgcraft, greater
10 and 9: univers, greater
01 and 1: portage, equal
01 and 1: pkgcore, less
01 and 1: pkgcraft, equal
01 and 1: univers, less
1a and 1: portage, greater
1a and 1: pkgcore, greater
1a and 1: pkgcraft, greater
1a and 1: univers, greater
1_rc and 1: portage, less
1_rc and 1: pkgcore, less
1_rc and 1: pkgcraft, less
1_rc and 1: univers, less
1_p1 and 1: portage, greater
1_p1 and 1: pkgcore, greater
1_p1 and 1: pkgcraft, greater
1_p1 and 1: univers, greater
1_alpha and 1_alpha0: portage, equal
1_alpha and 1_alpha0: pkgcore, equal
1_alpha and 1_alpha0: pkgcraft, less
1_alpha and 1_alpha0: univers, equal
1_rc1 and 1_rc01: portage, equal
1_rc1 and 1_rc01: pkgcore, equal
1_rc1 and 1_rc01: pkgcraft, equal
1_rc1 and 1_rc01: univers, equal
1-r0 and 1: portage, equal
1-r0 and 1: pkgcore, equal
1-r0 and 1: pkgcraft, equal
1-r0 and 1: univers, equal
=c/p-1 has c/p-1-r0: portage, yes
=c/p-1 has c/p-1-r0: pkgcore, yes
=c/p-1 has c/p-1-r0: pkgcraft, yes
~c/p-1 has c/p-1-r1: portage, yes
~c/p-1 has c/p-1-r1: pkgcore, yes
~c/p-1 has c/p-1-r1: pkgcraft, yes
=c/p-1.0 has c/p-1.00: portage, yes
=c/p-1.0 has c/p-1.00: pkgcore, yes
=c/p-1.0 has c/p-1.00: pkgcraft, yes
=c/p-01 has c/p-1: portage, yes
=c/p-01 has c/p-1: pkgcore, no
=c/p-01 has c/p-1: pkgcraft, yes
=c/p-1.1* has c/p-1.1.2: portage, yes
=c/p-1.1* has c/p-1.1.2: pkgcore, yes
=c/p-1.1* has c/p-1.1.2: pkgcraft, yes
=c/p-1.1* has c/p-1.1_p1: portage, yes
=c/p-1.1* has c/p-1.1_p1: pkgcore, yes
=c/p-1.1* has c/p-1.1_p1: pkgcraft, yes
=c/p-1.1* has c/p-1.10: portage, no
=c/p-1.1* has c/p-1.10: pkgcore, yes
=c/p-1.1* has c/p-1.10: pkgcraft, yes
=c/p-1* has c/p-10: portage, no
=c/p-1* has c/p-10: pkgcore, yes
=c/p-1* has c/p-10: pkgcraft, yes
=c/p-1_p2* has c/p-1_p20: portage, no
=c/p-1_p2* has c/p-1_p20: pkgcore, yes
=c/p-1_p2* has c/p-1_p20: pkgcraft, yes
=c/p-1.1-r1* has c/p-1.1-r12: portage, no
=c/p-1.1-r1* has c/p-1.1-r12: pkgcore, yes
=c/p-1.1-r1* has c/p-1.1-r12: pkgcraft, yes
=c/p-1.0* has c/p-1.00: portage, no
=c/p-1.0* has c/p-1.00: pkgcore, yes
=c/p-1.0* has c/p-1.00: pkgcraft, yes
=c/p-01* has c/p-1.2: portage, yes
=c/p-01* has c/p-1.2: pkgcore, no
=c/p-01* has c/p-1.2: pkgcraft, no
>=c/p-1 has c/p-1_rc1: portage, no
>=c/p-1 has c/p-1_rc1: pkgcore, no
>=c/p-1 has c/p-1_rc1: pkgcraft, no
c/p:0 has c/p-1:0: portage, yes
c/p:0 has c/p-1:0: pkgcore, yes
c/p:0 has c/p-1:0: pkgcraft, yes
c/p:0 has c/p-1:0/2: portage, yes
c/p:0 has c/p-1:0/2: pkgcore, yes
c/p:0 has c/p-1:0/2: pkgcraft, yes
c/p:0/2 has c/p-1:0/3: portage, no
c/p:0/2 has c/p-1:0/3: pkgcore, no
c/p:0/2 has c/p-1:0/3: pkgcraft, no
c/p:= has c/p-1:0/2: portage, yes
c/p:= has c/p-1:0/2: pkgcore, yes
c/p:= has c/p-1:0/2: pkgcraft, yes
EXPECTED
diff expected seen
echo "versions and dependencies of Gentoo are read as they were seen"
