#!/bin/sh
# ssvc 1.2.3 (PyPI), seen on 2026-12-01 with Python 3.11. The decisions to compare with are the tables of CERT/CC, as certcc-ssvc
# 2026.10.0 (PyPI) has them: CISA Coordinator 2.0.3, Coordinator Triage 1.0.0, and those for suppliers, deployers and publication.
#
# Guess before it was run: a library of SSVC makes the decisions of the tables that it names as its sources.
# Seen: three of its five trees make none. Those for suppliers, deployers and publication turn a text such as `active`, as its
# README gives it, into capitals, and refuse it, as their values have small letters. With members of its enums each case ends
# in an AttributeError, as decisions have capitals there, and are asked for in small letters. The one for deployers has 108
# cases instead of 72, as it asks for Utility where the table has Automatable. The one of CISA differs in one of 36: no
# exploit, not automatable, partial and high is Track, not Track*. Triage does not ask for Supplier Engagement, and differs in
# 16 of 96 cases whatever it is: a report of many suppliers and great impact that CERT/CC coordinates is declined if it is not
# credible.
# Whom it meets: who decides by SSVC which vulnerability comes first. With a mock: seed one of each decision, and expect it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > triage <<'TEXT'
no,no,credible,multiple,super_effective,minimal: decline
no,no,not_credible,multiple,super_effective,significant: coordinate
no,yes,credible,multiple,super_effective,minimal: coordinate
no,yes,credible,one,laborious,minimal: decline or track
no,yes,not_credible,multiple,super_effective,minimal: track
no,yes,not_credible,one,efficient,significant: track
yes,no,credible,multiple,super_effective,minimal: decline
yes,no,not_credible,multiple,super_effective,significant: coordinate
yes,no,credible,multiple,super_effective,significant: coordinate
yes,yes,credible,multiple,efficient,significant: decline
yes,yes,credible,one,laborious,minimal: decline
yes,yes,not_credible,multiple,super_effective,significant: coordinate
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ssvc==1.2.3
cat > decide.py <<'PY'
from importlib import import_module
from itertools import product
from pathlib import Path

import ssvc
from ssvc.plugins.coordinator_triage import DecisionCoordinatorTriage

CISA = "T T T T T T* T T At T T At T T T* T T* At T T At T T* At T T At T At Ac At At Ac At Ac Ac".split()
EXPECTED = dict(zip(("T", "T*", "At", "Ac"), ("track", "track_star", "attend", "act")))
TREES = {
    "supplier": ("exploitation", "utility", "technical_impact", "public_safety_impact"),
    "deployer": ("exploitation", "system_exposure", "utility", "human_impact"),
    "coordinator_publication": ("supplier_involvement", "exploitation", "public_value_added"),
}


def attempt(make):
    try:
        return make().outcome.action.value
    except Exception as error:
        return type(error).__name__


VALUES = product(("none", "poc", "active"), ("no", "yes"), ("partial", "total"), ("low", "medium", "high"))
FIELDS = ("exploitation", "automatable", "technical_impact", "mission_wellbeing_impact")
right = 0
for values, short in zip(VALUES, CISA):
    answer = attempt(lambda: ssvc.Decision("cisa", **dict(zip(FIELDS, values))))
    right += answer == EXPECTED[short]
    if answer != EXPECTED[short]:
        print(f"cisa, {' '.join(values)}: {answer}, the table has {EXPECTED[short]}")
print(f"cisa: {right} of {len(CISA)} as in the table")
for line in Path("triage").read_text().splitlines():
    values, expected = line.split(": ")
    answer = attempt(lambda: DecisionCoordinatorTriage(*values.split(",")))
    print(f"triage, {values.replace(',', ' ')}: {answer}, the table has {expected}")
for tree, fields in TREES.items():
    module = import_module(f"ssvc.plugins.{tree}")
    make = getattr(module, "Decision" + tree.title().replace("_", ""))
    hints = make.__init__.__annotations__
    enums = [next(kind for kind in hints[name].__args__ if kind is not str) for name in fields]
    answers = [attempt(lambda: make(**dict(zip(fields, one)))) for one in product(*enums)]
    texts = [attempt(lambda: make(**{name: value.value for name, value in zip(fields, one)})) for one in product(*enums)]
    print(f"{tree}: of {len(answers)} cases members give {' and '.join(sorted(set(answers)))}, texts {' and '.join(sorted(set(texts)))}")
PY
venv/bin/python decide.py > seen
cat > expected <<'EXPECTED'
cisa, none no partial high: track_star, the table has track
cisa: 35 of 36 as in the table
triage, no no credible multiple super_effective minimal: track, the table has decline
triage, no no not_credible multiple super_effective significant: decline, the table has coordinate
triage, no yes credible multiple super_effective minimal: track, the table has coordinate
triage, no yes credible one laborious minimal: decline, the table has decline or track
triage, no yes not_credible multiple super_effective minimal: decline, the table has track
triage, no yes not_credible one efficient significant: decline, the table has track
triage, yes no credible multiple super_effective minimal: track, the table has decline
triage, yes no not_credible multiple super_effective significant: decline, the table has coordinate
triage, yes no credible multiple super_effective significant: coordinate, the table has coordinate
triage, yes yes credible multiple efficient significant: track, the table has decline
triage, yes yes credible one laborious minimal: decline, the table has decline
triage, yes yes not_credible multiple super_effective significant: decline, the table has coordinate
supplier: of 36 cases members give AttributeError, texts ValueError
deployer: of 108 cases members give AttributeError, texts ValueError
coordinator_publication: of 27 cases members give AttributeError, texts ValueError
EXPECTED
diff expected seen
echo "decisions of SSVC are made as they were seen"
