#!/usr/bin/env python3
"""Tests of what is downloaded: the bill of materials (tools/sbom) is complete and well-formed, and every package of npm and
PyPI that a script installs is pinned by its hash."""

import importlib.machinery
import importlib.util
import json
import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
# Scripts that may install something; docs/ and examples/ describe what people can install.
SCRIPTS = ("tests", "tools", "cmake", "bench", "web", ".github")
ENDINGS = ("", ".sh", ".bash", ".py", ".cmake", ".yml", ".yaml", ".mjs", ".json", ".txt")
PIP = re.compile(r"(-m pip|(^|[;&|(]) *pip3?) install\b", re.MULTILINE)
NPM = re.compile(r"\b(npm (install|i|add|exec)|npx) ")


def load_sbom():
    loader = importlib.machinery.SourceFileLoader("sbom", str(ROOT / "tools/sbom"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("sbom", loader))
    loader.exec_module(module)
    return module


def script_commands():
    """(file, command) of every line of every script; continued lines are joined, comments are left out."""
    files = [ROOT / "run", ROOT / "test"]
    for top in SCRIPTS:
        files += [file for file in sorted((ROOT / top).rglob("*")) if file.is_file() and file.suffix in ENDINGS]
    for file in files:
        if "node_modules" in file.parts or file == Path(__file__).resolve():
            continue
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for line in re.sub(r"\\\n\s*", " ", text).splitlines():
            if not line.lstrip().startswith(("#", "//", '"""')):
                yield file.relative_to(ROOT), line


class SbomTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = load_sbom()
        cls.sbom = json.loads(json.dumps(cls.module.make_sbom(ROOT)))
        cls.by_ref = {entry["bom-ref"]: entry for entry in cls.sbom["components"]}
        cls.packages = {(entry["purl"].split("/")[0], entry["name"], entry.get("version")) for entry in cls.sbom["components"]}

    def test_has_the_form_of_cyclonedx(self):
        self.assertEqual(self.sbom["bomFormat"], "CycloneDX")
        self.assertEqual(self.sbom["specVersion"], "1.5")
        self.assertEqual(self.sbom["version"], 1)
        self.assertRegex(self.sbom["serialNumber"], r"^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertEqual(self.sbom["metadata"]["component"]["name"], "surefoot")
        self.assertEqual(len(self.by_ref), len(self.sbom["components"]), "a reference occurs twice")
        lengths = {"SHA-1": 40, "SHA-256": 64, "SHA-384": 96, "SHA-512": 128}
        for entry in self.sbom["components"]:
            self.assertEqual(entry["type"], "library")
            self.assertTrue(entry["name"])
            self.assertIn(entry["scope"], ("required", "excluded"))
            self.assertRegex(entry["purl"], r"^pkg:(deb/debian|npm|pypi)/[^ ]+$")
            for one in entry.get("hashes", []):
                self.assertRegex(one["content"], f"^[0-9a-f]{{{lengths[one['alg']]}}}$")

    def test_has_every_debian_package(self):
        names = {name for kind, name, _ in self.packages if kind == "pkg:deb"}
        listed = [line.split()[0] for line in (ROOT / "tools/packages.txt").read_text(encoding="utf-8").splitlines()
                  if line.strip() and line[0] not in "#["]
        self.assertGreater(len(listed), 30)
        for name in listed:
            self.assertIn(name, names)

    def test_has_every_npm_package(self):
        count = 0
        for file in [ROOT / "web/package-lock.json", *ROOT.glob("tests/npm/*/package-lock.json")]:
            for path, entry in json.loads(file.read_text(encoding="utf-8"))["packages"].items():
                if path:
                    count += 1
                    self.assertIn(("pkg:npm", path.rsplit("node_modules/", 1)[1], entry["version"]), self.packages)
        self.assertGreater(count, 40)

    def test_has_every_python_package(self):
        count = 0
        for file in ROOT.glob("tests/requirements/*.txt"):
            for name, version in re.findall(r"^([\w.-]+)==(\S+)", file.read_text(encoding="utf-8"), re.MULTILINE):
                count += 1
                self.assertIn(("pkg:pypi", name, version), self.packages)
        self.assertGreater(count, 10)

    def test_says_what_programs_use(self):
        scopes = {entry["name"]: entry["scope"] for entry in self.sbom["components"]}
        self.assertEqual(scopes["libpng-dev"], "required")
        self.assertEqual(scopes["three"], "required")
        self.assertEqual(scopes["cmake"], "excluded")
        self.assertEqual(scopes["typescript"], "excluded")
        self.assertEqual(scopes["mcap"], "excluded")
        self.assertEqual(scopes["mkdocs-material"], "excluded")


class PinTest(unittest.TestCase):
    def test_npm_packages_have_hashes(self):
        for file in [ROOT / "web/package-lock.json", *ROOT.glob("tests/npm/*/package-lock.json")]:
            for path, entry in json.loads(file.read_text(encoding="utf-8"))["packages"].items():
                if path:
                    self.assertRegex(entry.get("integrity", ""), r"^sha512-[A-Za-z0-9+/]{86}==$", f"{file}: {path}")

    def test_python_packages_have_hashes(self):
        for file in ROOT.glob("tests/requirements/*.txt"):
            text = re.sub(r"\\\n", " ", file.read_text(encoding="utf-8"))
            for line in text.splitlines():
                if line and not line.startswith("#"):
                    self.assertRegex(line, r"^[\w.-]+==\S+( +--hash=sha256:[0-9a-f]{64})+$", str(file))

    def test_every_list_of_python_packages_is_pinned(self):
        for file in ROOT.glob("tests/requirements/*.in"):
            pinned = file.with_suffix(".txt").read_text(encoding="utf-8")
            for name in re.findall(r"^([\w.-]+)", file.read_text(encoding="utf-8"), re.MULTILINE):
                self.assertRegex(pinned, rf"(?m)^{re.escape(name)}==", f"{file}: run tools/pin_python_packages")

    def test_scripts_install_by_hash_only(self):
        pip = 0
        for file, command in script_commands():
            if PIP.search(command):
                pip += 1
                self.assertRegex(command, r"--require-hashes -r ", f"{file}: {command.strip()}")
            self.assertIsNone(NPM.search(command), f"{file}: use `npm ci` with a lock file: {command.strip()}")
        self.assertGreaterEqual(pip, 5, "scripts install Python packages, but none was found")


if __name__ == "__main__":
    unittest.main()
