#!/bin/sh
# packaging 26.4, poetry-core 2.5.0, dep-logic 0.7.2 and distlib 0.4.4 (PyPI), seen on 2026-11-30 with Python 3.11.
#
# Guess before it was run: packaging, poetry-core, dep-logic and distlib evaluate markers alike for usual versions of Python.
# Seen: a marker may have its text on either side (dependency specifiers, grammar). `"3.10" <= python_version` is false on 3.11
# for dep-logic, which turns the sides but not the sign, and poetry-core refuses all such markers but `in`. For poetry-core
# `implementation_version >= "3"` and `platform_machine != ""` are false. distlib compares `implementation_version` as text, so
# 3.11.7 is below 3.9, does not know `.*` for `==`, and compares names of extras letter by letter, though they are normalised.
# poetry-core refuses `===`. Versions before and after a release, lists, `and`, `or` and brackets are alike.
# Whom it meets: who serves or reads metadata of wheels: a dependency is installed by one tool and not by another. With a mock:
# serve markers with the variable in front.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > markers <<'TEXT'
python_version >= "3.10"
"3.10" <= python_version
"3.12" > python_version
"linux" == sys_platform
"lin" in sys_platform
python_version in "3.10 3.11"
python_version == "3.11.*"
python_version === "3.11"
python_full_version > "3.11.7.post1"
python_full_version >= "3.11.8.dev0"
implementation_version >= "3"
implementation_version < "3.9"
platform_machine != ""
extra == "Foo.Bar"
extra != "foo_bar"
platform_machine == "x86_64" or platform_machine == "arm64" and python_version < "3"
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packaging==26.4 poetry-core==2.5.0 dep-logic==0.7.2 distlib==0.4.4
cat > evaluate.py <<'PY'
import dep_logic.markers
import distlib.markers
import packaging.markers
import poetry.core.version.markers

ENVIRONMENT = {
    "extra": "foo-bar",
    "implementation_name": "cpython",
    "implementation_version": "3.11.7",
    "os_name": "posix",
    "platform_machine": "x86_64",
    "platform_python_implementation": "CPython",
    "platform_release": "6.1",
    "platform_system": "Linux",
    "platform_version": "1",
    "python_full_version": "3.11.7",
    "python_version": "3.11",
    "sys_platform": "linux",
}
LIBRARIES = {
    "packaging": lambda text: packaging.markers.Marker(text).evaluate(dict(ENVIRONMENT)),
    "poetry-core": lambda text: poetry.core.version.markers.parse_marker(text).validate(dict(ENVIRONMENT)),
    "dep-logic": lambda text: dep_logic.markers.parse_marker(text).evaluate(dict(ENVIRONMENT)),
    "distlib": lambda text: distlib.markers.interpret(text, dict(ENVIRONMENT)),
}
with open("markers", encoding="utf-8") as file:
    for line in file.read().splitlines():
        for name, evaluate in LIBRARIES.items():
            try:
                answer = str(evaluate(line)).lower()
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{line}: {name} {answer}")
PY
venv/bin/python evaluate.py > seen
cat > expected <<'EXPECTED'
python_version >= "3.10": packaging true
python_version >= "3.10": poetry-core true
python_version >= "3.10": dep-logic true
python_version >= "3.10": distlib true
"3.10" <= python_version: packaging true
"3.10" <= python_version: poetry-core refused, InvalidMarkerError
"3.10" <= python_version: dep-logic false
"3.10" <= python_version: distlib true
"3.12" > python_version: packaging true
"3.12" > python_version: poetry-core refused, InvalidMarkerError
"3.12" > python_version: dep-logic false
"3.12" > python_version: distlib true
"linux" == sys_platform: packaging true
"linux" == sys_platform: poetry-core refused, InvalidMarkerError
"linux" == sys_platform: dep-logic true
"linux" == sys_platform: distlib true
"lin" in sys_platform: packaging true
"lin" in sys_platform: poetry-core true
"lin" in sys_platform: dep-logic true
"lin" in sys_platform: distlib true
python_version in "3.10 3.11": packaging true
python_version in "3.10 3.11": poetry-core true
python_version in "3.10 3.11": dep-logic true
python_version in "3.10 3.11": distlib true
python_version == "3.11.*": packaging true
python_version == "3.11.*": poetry-core true
python_version == "3.11.*": dep-logic true
python_version == "3.11.*": distlib false
python_version === "3.11": packaging true
python_version === "3.11": poetry-core refused, InvalidMarkerError
python_version === "3.11": dep-logic true
python_version === "3.11": distlib true
python_full_version > "3.11.7.post1": packaging false
python_full_version > "3.11.7.post1": poetry-core false
python_full_version > "3.11.7.post1": dep-logic false
python_full_version > "3.11.7.post1": distlib false
python_full_version >= "3.11.8.dev0": packaging false
python_full_version >= "3.11.8.dev0": poetry-core false
python_full_version >= "3.11.8.dev0": dep-logic false
python_full_version >= "3.11.8.dev0": distlib false
implementation_version >= "3": packaging true
implementation_version >= "3": poetry-core false
implementation_version >= "3": dep-logic true
implementation_version >= "3": distlib true
implementation_version < "3.9": packaging false
implementation_version < "3.9": poetry-core false
implementation_version < "3.9": dep-logic false
implementation_version < "3.9": distlib true
platform_machine != "": packaging true
platform_machine != "": poetry-core false
platform_machine != "": dep-logic true
platform_machine != "": distlib true
extra == "Foo.Bar": packaging true
extra == "Foo.Bar": poetry-core true
extra == "Foo.Bar": dep-logic true
extra == "Foo.Bar": distlib false
extra != "foo_bar": packaging false
extra != "foo_bar": poetry-core false
extra != "foo_bar": dep-logic false
extra != "foo_bar": distlib true
platform_machine == "x86_64" or platform_machine == "arm64" and python_version < "3": packaging true
platform_machine == "x86_64" or platform_machine == "arm64" and python_version < "3": poetry-core true
platform_machine == "x86_64" or platform_machine == "arm64" and python_version < "3": dep-logic true
platform_machine == "x86_64" or platform_machine == "arm64" and python_version < "3": distlib true
EXPECTED
diff expected seen
echo "markers of dependencies behave as they were seen"
