#!/usr/bin/env python3
"""Tests of tools/run_fuzz_targets with small scripts in place of libFuzzer's programs."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).resolve().parent / "run_fuzz_targets"

GOOD = """#!/bin/sh
if [ "$1" = --seeds ]; then echo seed >"$2/seed_0"; exit 0; fi
echo "$@" >&2
echo '#2 INITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 30Mb'
echo '#999 NEW    cov: 42 ft: 50 corp: 2/2b exec/s: 0 rss: 30Mb'
echo 'stat::number_of_executed_units: 1000'
echo 'stat::average_exec_per_sec:     500'
"""
BAD = """#!/bin/sh
if [ "$1" = --seeds ]; then exit 0; fi
for argument; do case $argument in -artifact_prefix=*) prefix=${argument#*=} ;; esac; done
echo boom >"${prefix}crash-1"
echo "Test unit written to ${prefix}crash-1"
echo 'SUMMARY: AddressSanitizer: heap-buffer-overflow here.cc:7'
echo 'stat::number_of_executed_units: 5'
exit 77
"""


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.programs = Path(folder.name) / "programs"
        self.work = Path(folder.name) / "work"
        self.programs.mkdir()

    def add(self, name, text):
        program = self.programs / f"{name}_fuzz"
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, RUNNER, self.programs, self.work, *arguments], capture_output=True, text=True)

    def row(self, result, name):
        return next(line.split(maxsplit=4) for line in result.stdout.splitlines() if line.split()[:1] == [name])

    def test_runs_limit_executions(self):
        self.add("one", GOOD)
        result = self.run_it("0.1", "--runs", "1000000", "one")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("-runs=1000000 ", (self.work / "one.log").read_text(encoding="utf-8"))
        for wrong in ("0", "many", "-5"):
            result = self.run_it("0.1", "--runs", wrong)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"--runs is '{wrong}'; accepted: a whole number above 0", result.stderr)

    def test_prints_what_each_target_did(self):
        self.add("one", GOOD)
        self.add("two", GOOD)
        result = self.run_it("0.1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.row(result, "one"), ["one", "1000", "500", "42", "none"])
        self.assertIn("2 targets, 2000 executions, 0 findings", result.stdout)
        # The minimum time of a target.
        self.assertIn("-max_total_time=10 ", (self.work / "one.log").read_text(encoding="utf-8"))
        self.assertTrue((self.work / "seeds/one/seed_0").exists())

    def test_fails_and_says_where_the_input_is(self):
        self.add("good", GOOD)
        self.add("bad", BAD)
        result = self.run_it("0.1")
        self.assertEqual(result.returncode, 1)
        finding = self.row(result, "bad")[4]
        self.assertIn("heap-buffer-overflow here.cc:7", finding)
        self.assertIn(str(self.work / "findings/bad/crash-1"), finding)
        self.assertEqual(self.row(result, "good")[4], "none")

    def test_a_target_without_seeds_is_a_finding(self):
        self.add("broken", "#!/bin/sh\necho no >&2\nexit 3\n")
        result = self.run_it("0.1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the seeds cannot be made: no", result.stdout)

    def test_runs_what_is_named(self):
        self.add("one", GOOD)
        self.add("two", GOOD)
        result = self.run_it("0.1", "two")
        self.assertEqual(result.returncode, 0)
        self.assertIn("1 targets, 1000 executions", result.stdout)

    def test_refuses_what_it_does_not_know(self):
        self.add("one", GOOD)
        for arguments, text in ((("0.1", "three"), "unknown fuzz target 'three'; accepted: one"),
                                (("soon",), "MINUTES is 'soon'"), (("-1",), "accepted: a number above 0"),
                                (("nan",), "accepted: a number above 0")):
            result = self.run_it(*arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn(text, result.stderr)

    def test_without_programs_it_fails(self):
        result = self.run_it("1")
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main()
