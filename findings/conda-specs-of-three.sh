#!/bin/sh
# py-rattler 0.28.0 and rust-matchspec 0.2.1 (both in Rust), and conda-lock 4.0.3, which has conda itself within (PyPI), seen on
# 2026-11-30 with Python 3.11.
#
# Guess before it was run: the three order versions of conda alike, and match the same packages; `~=`, `=1.2` beside `==1.2`,
# and builds may differ.
# Seen: conda and rattler order alike, and differ in few specifications. rust-matchspec differs in most that are not exact: for
# it `=1.0` has 1.0 and not 1.0.5 (conda-build, Package match specifications: `=` is fuzzy), `=1.1.1` and `1.1.1*` have no
# 1.1.1w, `~=1.2` no 1.3, `>1.0` no 1.0.post1, `*` nothing, and `!=1.0.*` has 1.0.3. The other way round, `[version=1.0]` has
# 1.0.1, and `[build_number='>=2']` is not looked at. It does not know capitals of a name, and takes the version of a package
# for its build, so that `1.0 py_0` is not found. Between the other two: `!=1.0*` has 1.0.3 for conda, and not for
# rattler; `1.*.3`, `^1.*$` and `*[version=1.0]` are refused by rattler, conda has the package for each, and rust-matchspec for
# the last two.
# Whom it meets: who decides by a specification whether an advisory meets an installed package. With a mock: seed 1.1.1w.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check py-rattler==0.28.0 rust-matchspec==0.2.1 conda-lock==4.0.3
cat > ask.py <<'PY'
import warnings

warnings.simplefilter("ignore")

import rattler
import rust_matchspec
from conda_lock._vendor.conda.exceptions import CondaError
from conda_lock._vendor.conda.models.match_spec import MatchSpec
from conda_lock._vendor.conda.models.records import PackageRecord
from conda_lock._vendor.conda.models.version import VersionOrder
from rattler.exceptions import InvalidMatchSpecError

VERSIONS = """1.0 1.0.0; 1.2 1.10; 1.0a 1.0; 1.0.dev1 1.0a1; 1.0.post1 1.0; 1.1.1a 1.1.1; 1_1 1.1; 1!0.1 2.0; 1.0+1 1.0+2;
1.01 1.1; 1.0.A 1.0.a"""
SPECS = {
    "a 1.0": "1.0.0 0",
    "a ==1.0": "1.0.1 0",
    "a =1.0": "1.0.5 0",
    "a=1.0.*": "1.0.5 0",
    "a 1.0*": "1.05 0",
    "a=1.1.1": "1.1.1w 0",
    "a 1.1.1*": "1.1.1w 0",
    "a >=1.0,<2": "2.0a 0",
    "a >1.0": "1.0.post1 0",
    "a ~=1.2": "1.3 0",
    "a !=1.0.*": "1.0.3 0",
    "a !=1.0*": "1.0.3 0",
    "a *": "1.0 0",
    "a 1.*.3": "1.2.3 0",
    "a ^1.*$": "1.5 0",
    "a >=1.0|<0.5,>0.1": "1.2 0",
    "a 1.0 py_0": "1.0 py_0",
    "a 1.0=py_0": "1.0 py_0",
    "a 1.0 py*": "1.0 py_0",
    "a[version=1.0]": "1.0.1 0",
    "a[build_number='>=2']": "1.0 1",
    "*[version=1.0]": "1.0 0",
    "A": "1.0 0",
}


def sign(first, second):
    return "less" if first < second else "greater" if first > second else "equal"


def by_conda(spec, fields):
    return MatchSpec(spec).match(PackageRecord(**fields, channel="c", subdir="noarch", fn="a"))


def by_rattler(spec, fields):
    build = rattler.BuildString.new_unchecked(fields["build"])
    return rattler.MatchSpec(spec).matches(rattler.PackageRecord(**fields | {"build": build}, subdir="noarch"))


def by_rust_matchspec(spec, fields):
    return bool(rust_matchspec.filter_package_list(spec, [fields]))


for first, second in (pair.split() for pair in VERSIONS.replace("\n", " ").split("; ")):
    print(f"{first} and {second}: conda, {sign(VersionOrder(first), VersionOrder(second))}")
    print(f"{first} and {second}: rattler, {sign(rattler.Version(first), rattler.Version(second))}")
for spec, package in SPECS.items():
    version, build = package.split()
    fields = {"name": "a", "version": version, "build": build, "build_number": int(build[-1])}
    for match in (by_conda, by_rattler, by_rust_matchspec):
        try:
            answer = "yes" if match(spec, fields) else "no"
        except (CondaError, InvalidMatchSpecError):
            answer = "refused"
        print(f"{spec} has {package}: {match.__name__}, {answer}")
PY
venv/bin/python ask.py > seen
cat > expected <<'EXPECTED'
1.0 and 1.0.0: conda, equal
1.0 and 1.0.0: rattler, equal
1.2 and 1.10: conda, less
1.2 and 1.10: rattler, less
1.0a and 1.0: conda, less
1.0a and 1.0: rattler, less
1.0.dev1 and 1.0a1: conda, greater
1.0.dev1 and 1.0a1: rattler, greater
1.0.post1 and 1.0: conda, greater
1.0.post1 and 1.0: rattler, greater
1.1.1a and 1.1.1: conda, less
1.1.1a and 1.1.1: rattler, less
1_1 and 1.1: conda, equal
1_1 and 1.1: rattler, equal
1!0.1 and 2.0: conda, greater
1!0.1 and 2.0: rattler, greater
1.0+1 and 1.0+2: conda, less
1.0+1 and 1.0+2: rattler, less
1.01 and 1.1: conda, equal
1.01 and 1.1: rattler, equal
1.0.A and 1.0.a: conda, equal
1.0.A and 1.0.a: rattler, equal
a 1.0 has 1.0.0 0: by_conda, yes
a 1.0 has 1.0.0 0: by_rattler, yes
a 1.0 has 1.0.0 0: by_rust_matchspec, yes
a ==1.0 has 1.0.1 0: by_conda, no
a ==1.0 has 1.0.1 0: by_rattler, no
a ==1.0 has 1.0.1 0: by_rust_matchspec, no
a =1.0 has 1.0.5 0: by_conda, yes
a =1.0 has 1.0.5 0: by_rattler, yes
a =1.0 has 1.0.5 0: by_rust_matchspec, no
a=1.0.* has 1.0.5 0: by_conda, yes
a=1.0.* has 1.0.5 0: by_rattler, yes
a=1.0.* has 1.0.5 0: by_rust_matchspec, no
a 1.0* has 1.05 0: by_conda, no
a 1.0* has 1.05 0: by_rattler, no
a 1.0* has 1.05 0: by_rust_matchspec, no
a=1.1.1 has 1.1.1w 0: by_conda, yes
a=1.1.1 has 1.1.1w 0: by_rattler, yes
a=1.1.1 has 1.1.1w 0: by_rust_matchspec, no
a 1.1.1* has 1.1.1w 0: by_conda, yes
a 1.1.1* has 1.1.1w 0: by_rattler, yes
a 1.1.1* has 1.1.1w 0: by_rust_matchspec, no
a >=1.0,<2 has 2.0a 0: by_conda, yes
a >=1.0,<2 has 2.0a 0: by_rattler, yes
a >=1.0,<2 has 2.0a 0: by_rust_matchspec, yes
a >1.0 has 1.0.post1 0: by_conda, yes
a >1.0 has 1.0.post1 0: by_rattler, yes
a >1.0 has 1.0.post1 0: by_rust_matchspec, no
a ~=1.2 has 1.3 0: by_conda, yes
a ~=1.2 has 1.3 0: by_rattler, yes
a ~=1.2 has 1.3 0: by_rust_matchspec, no
a !=1.0.* has 1.0.3 0: by_conda, no
a !=1.0.* has 1.0.3 0: by_rattler, no
a !=1.0.* has 1.0.3 0: by_rust_matchspec, yes
a !=1.0* has 1.0.3 0: by_conda, yes
a !=1.0* has 1.0.3 0: by_rattler, no
a !=1.0* has 1.0.3 0: by_rust_matchspec, yes
a * has 1.0 0: by_conda, yes
a * has 1.0 0: by_rattler, yes
a * has 1.0 0: by_rust_matchspec, no
a 1.*.3 has 1.2.3 0: by_conda, yes
a 1.*.3 has 1.2.3 0: by_rattler, refused
a 1.*.3 has 1.2.3 0: by_rust_matchspec, no
a ^1.*$ has 1.5 0: by_conda, yes
a ^1.*$ has 1.5 0: by_rattler, refused
a ^1.*$ has 1.5 0: by_rust_matchspec, yes
a >=1.0|<0.5,>0.1 has 1.2 0: by_conda, yes
a >=1.0|<0.5,>0.1 has 1.2 0: by_rattler, yes
a >=1.0|<0.5,>0.1 has 1.2 0: by_rust_matchspec, yes
a 1.0 py_0 has 1.0 py_0: by_conda, yes
a 1.0 py_0 has 1.0 py_0: by_rattler, yes
a 1.0 py_0 has 1.0 py_0: by_rust_matchspec, no
a 1.0=py_0 has 1.0 py_0: by_conda, yes
a 1.0=py_0 has 1.0 py_0: by_rattler, yes
a 1.0=py_0 has 1.0 py_0: by_rust_matchspec, yes
a 1.0 py* has 1.0 py_0: by_conda, yes
a 1.0 py* has 1.0 py_0: by_rattler, yes
a 1.0 py* has 1.0 py_0: by_rust_matchspec, yes
a[version=1.0] has 1.0.1 0: by_conda, no
a[version=1.0] has 1.0.1 0: by_rattler, no
a[version=1.0] has 1.0.1 0: by_rust_matchspec, yes
a[build_number='>=2'] has 1.0 1: by_conda, no
a[build_number='>=2'] has 1.0 1: by_rattler, no
a[build_number='>=2'] has 1.0 1: by_rust_matchspec, yes
*[version=1.0] has 1.0 0: by_conda, yes
*[version=1.0] has 1.0 0: by_rattler, refused
*[version=1.0] has 1.0 0: by_rust_matchspec, yes
A has 1.0 0: by_conda, yes
A has 1.0 0: by_rattler, yes
A has 1.0 0: by_rust_matchspec, no
EXPECTED
diff expected seen
echo "specifications of conda are matched as they were seen"
