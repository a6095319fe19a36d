"""junit.py DIR: reads the files of junit.sh with another library."""

import sys
from pathlib import Path

from junitparser import Error, Failure, JUnitXml

WORK = Path(sys.argv[1])


def suites(path):
    xml = JUnitXml.fromfile(str(WORK / path))
    return xml, list(xml)


def only(items):
    items = list(items)
    assert len(items) == 1, items
    return items[0]


xml, found = suites("good/junit.xml")
suite = only(found)
assert suite.name == "go_to_goal.mujoco", suite.name
assert (suite.tests, suite.failures, suite.errors) == (2, 0, 0), suite
for case in suite:
    assert case.is_passed, case.name
    assert case.classname == "go_to_goal.yard", case.classname
    assert case.time > 0, case.time
    assert "passed goal: husky reached (4, 2.5) within 0.3 m after" in case.system_out
    assert "way.length = " in case.system_out

xml, found = suites("far/junit.xml")
suite = only(found)
assert (suite.tests, suite.failures, suite.errors) == (1, 1, 0), suite
result = only(only(suite).result)
assert isinstance(result, Failure)
assert "husky did not reach (4, -9) within 0.3 m" in result.message, result.message

xml, found = suites("crash/junit.xml")
suite = only(found)
assert (suite.tests, suite.failures, suite.errors) == (1, 0, 1), suite
result = only(only(suite).result)
assert isinstance(result, Error)
assert "the program ended (exit status 1) without an answer" in result.message, result.message
assert "lost <all> & more" in result.message, result.message
logs = list((WORK / "crash").rglob("controller.log"))
assert only(logs).read_text() == "lost <all> & more\n"

xml, found = suites("sample.xml")
assert [(s.name, s.tests, s.failures, s.errors) for s in found] == [
    ("lab.mujoco", 2, 1, 0),
    ("lab.bullet", 1, 0, 1),
]
assert (xml.tests, xml.failures, xml.errors, xml.time) == (3, 1, 1, 2.5)
bad = list(found[0])[1]
assert only(bad.result).message == 'no_collision: husky::base touched wall::"A" <1 & 2>'
assert only(bad.result).text.splitlines()[1] == "time: it was not over after 20 s"
print("junit.xml is read as it is meant")
