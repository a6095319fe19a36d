"""Reference pages generated from the program: commands, engines and formats, sensors, drives, services, messages,
extension elements."""

import json
import re
import subprocess

import markdown

ROOT = markdown.ROOT
FOLDER = "reference/generated"


def cell(text):
    return " ".join(str(text).split()).replace("|", r"\|").replace("<", "&lt;").replace("*", r"\*")


def code(text):
    return f"`{text}`".replace("|", r"\|") if text else ""


def sentence(text):
    text = cell(text).rstrip(".") + "."
    return text[0].upper() + text[1:]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def say(program, *words):
    done = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise ValueError(f"surefoot {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


# Commands.

def commands(stage, program):
    names = [command["name"] for command in json.loads(say(program, "--describe"))["commands"]]
    rows = []
    for name in names:
        command = json.loads(say(program, name, "--describe"))["commands"][0]
        check_complete(program, command)
        rows.append([f"[`surefoot {name}`]({name}.md)", cell(command["help"])])
        stage.add(f"{FOLDER}/commands/{name}.md", command_page(command))
    stage.add(f"{FOLDER}/commands/index.md", "# Commands\n\nThe commands of the program `surefoot`; `surefoot COMMAND --help` prints the "
              "same on the terminal.\n\n" + table(["command", ""], rows))


def command_page(command):
    arguments = " ".join(one["name"] if one["required"] else f"[{one['name']}]" for one in command["arguments"])
    lines = [f"# surefoot {command['name']}", "", f"{command['help']}.", "",
             f"```text\nsurefoot {command['name']} {arguments} [OPTIONS]\n```".replace("  ", " "), ""]
    if command["arguments"]:
        lines += ["## Arguments", "", table(["argument", ""], [[code(one["name"]), cell(one["help"])] for one in command["arguments"]])]
    if command["options"]:
        rows = [[code(one["name"].replace(",", ", ")), code(one["type"]), code(default_of(one)),
                 cell(one["help"]) + (" May be repeated." if one["repeated"] else "")] for one in command["options"]]
        lines += ["## Options", "", table(["option", "value", "default", ""], rows)]
    if command["footer"]:
        lines += ["## More", "", f"```text\n{command['footer']}\n```", ""]
    return "\n".join(lines)


def default_of(option):
    default = option["default"]
    return "" if default in ("", "{}", "[]", "false") or not option["type"] else default.strip('"')


def check_complete(program, command):
    """Every option that the help prints is on the page."""
    printed = set(re.findall(r"^ +(?:-\w,\s*)?(--[a-z][a-z0-9-]*)", say(program, command["name"], "--help"), re.MULTILINE))
    described = {name for one in command["options"] for name in one["name"].split(",")}
    if printed - described:
        raise ValueError(f"surefoot {command['name']}: options are not in the reference: {sorted(printed - described)}")


# Engines, formats.

def engines_and_formats(stage, info):
    rows = [[code(e["name"]), cell(e["version"]), cell(e["dynamics"]), cell(e["collisions"]), cell(e["contact_forces"])]
            for e in info["engines"] if e["usable"]]
    text = ["# Engines and formats of this build", "", "Which physics engines and file formats the program has with which these pages "
            "were made, as `surefoot info` prints them. [Engines](../engines.md) and [file formats](../formats.md) describe them.", "",
            "## Engines", "", table(["engine", "version", "dynamics", "collisions", "contact forces"], rows), "## Capabilities", ""]
    usable = [e for e in info["engines"] if e["usable"]]
    if usable:
        rows = [[cell(name), *("yes" if e["capabilities"][name]["supported"] else "no" for e in usable)] for name in usable[0]["capabilities"]]
        text += [table(["", *(e["name"] for e in usable)], rows)]
        reasons = [[code(e["name"]), cell(name), cell(one["remark"])] for e in usable for name, one in e["capabilities"].items()
                   if not one["supported"]]
        text += ["Why not:", "", table(["engine", "capability", "reason"], reasons)] if reasons else []
    rows = [[code(f["name"]), ", ".join(code("." + ending) for ending in f["endings"]), cell(f["help"])] for f in info["formats"]]
    text += ["## File formats", "", table(["format", "endings", ""], rows)]
    stage.add(f"{FOLDER}/engines_and_formats.md", "\n".join(text))


# Sensors and drives.

class Server:
    """A running `surefoot serve`, asked through `surefoot console`."""

    def __init__(self, program, world, work):
        self.program = program
        self.process = subprocess.Popen([program, "serve", world, "--port", "0", "--json", "--paused", "--usarsim-port", "off",
                                         "--usarsim-image-port", "off", "--usarsim-pose-port", "off"], cwd=work,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # One line where it serves, several where it refuses the world and ends.
        lines = self.process.stdout.readline()
        if not lines.rstrip().endswith("}"):
            lines += self.process.stdout.read()
        printed = json.loads(lines) if lines else {}
        if "addresses" not in printed:
            raise ValueError(f"the server of {world} did not start: {lines}{self.process.stderr.read()}")
        web = next(address["address"] for address in printed["addresses"] if address["gateway"] == "web")
        self.port, self.token = web.rsplit(":", 1)[1], printed["tokens"]["owner"]
        self.token_file = work / "server.token"
        self.token_file.write_text(self.token)
        self.token_file.chmod(0o600)

    def ask(self, command):
        text = say(self.program, "console", "--port", self.port, "--token", f"@{self.token_file}", "--json", "-c", command)
        return json.loads(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()


PROBE = """<?xml version="1.0"?>
<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf">
  <world name="probe">
    <model name="probe">
      <link name="base">
        <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
        {link_sensors}
      </link>
      <link name="wheel">
        <pose>0 1 0 0 0 0</pose>
        <collision name="c"><geometry><sphere><radius>0.3</radius></sphere></geometry></collision>
      </link>
      <joint name="axle" type="revolute">
        <parent>base</parent><child>wheel</child><axis><xyz>0 1 0</xyz></axis>
        {joint_sensors}
      </joint>
    </model>
  </world>
</sdf>
"""
JOINT_SENSORS = ("force_torque", "encoder")
# Elements that a sensor requires.
NEEDED = {"wheel_odometry": "<surefoot:left_joint>axle</surefoot:left_joint><surefoot:right_joint>axle</surefoot:right_joint>"
          "<surefoot:wheel_separation>1</surefoot:wheel_separation><surefoot:wheel_radius>0.3</surefoot:wheel_radius>"}


def sensors(stage, program, info, work):
    """The parameters that can be edited, with their defaults, from a world with one sensor of each kind."""
    elements = {True: [], False: []}
    for kind in info["sensors"]:
        needed = NEEDED.get(kind["name"], "")
        elements[kind["name"] in JOINT_SENSORS].append(f'<sensor name="{kind["name"]}" type="{kind["types"][0]}">{needed}</sensor>')
    world = work / "probe.sdf"
    world.write_text(PROBE.format(link_sensors="\n        ".join(elements[False]), joint_sensors="\n        ".join(elements[True])))
    text = ["# Sensors and their parameters", "", "Every kind of sensor with its messages, the parameters that can be edited while a "
            "world runs, and the elements that files may have, with their defaults; made from the program and its sources. [Sensors](../sensors.md) describes what they measure and all their "
            "elements.", ""]
    rows = [[f"[`{kind['name']}`](#{kind['name']})", ", ".join(code(one) for one in kind["types"]),
             ", ".join(code(one) for one in kind["messages"]), f"{kind['default_rate_hz']:g}", cell(kind["help"])] for kind in info["sensors"]]
    text += [table(["kind", "types in files", "messages", "rate (Hz)", ""], rows)]
    with Server(program, world, work) as server:
        for kind in info["sensors"]:
            answer = server.ask('call /surefoot/edit/properties ' + json.dumps({"entity": "probe", "part": f"sensor:{kind['name']}"}))
            properties = find_properties(answer)
            if properties is None:
                raise ValueError(f"the server does not know the sensor {kind['name']}: {answer}")
            text += [f"## {kind['name']} {{ #{kind['name']} }}", "", sentence(kind["help"]), ""]
            if not properties:
                text += ["Nothing of it can be edited while the world runs.", ""]
                continue
            rows = [[cell(p["group"]), code(p["name"]), cell(p["label"]), cell(p["unit"]), code(value_of(p)), range_of(p)] for p in properties]
            text += [table(["group", "parameter", "", "unit", "default", "accepted"], rows)]
    text += elements_read_in("surefoot/sensors")
    stage.add(f"{FOLDER}/sensors.md", "\n".join(text))


def find_properties(answer):
    """The list "properties", at any depth of the console's output."""
    if isinstance(answer, dict):
        if isinstance(answer.get("properties"), list):
            return answer["properties"]
        return next((found for found in map(find_properties, answer.values()) if found is not None), None)
    if isinstance(answer, list):
        return next((found for found in map(find_properties, answer) if found is not None), None)
    return None


def number(value):
    return "infinite" if value is None or abs(value) == float("inf") else f"{value:g}"


def value_of(p):
    return p["text"] if p["kind"] == "choice" else ("yes" if p["value"] == [1] else "no") if p["kind"] == "flag" else " ".join(
        number(one) for one in p["value"])


def range_of(p):
    if p["kind"] == "choice":
        return ", ".join(code(one) for one in p["choices"])
    if p["kind"] == "flag":
        return "yes, no"
    lower, upper = p.get("lower"), p.get("upper")
    low = lower is not None and abs(lower) != float("inf")
    high = upper is not None and abs(upper) != float("inf")
    return f"{lower:g} to {upper:g}" if low and high else f"at least {lower:g}" if low else f"at most {upper:g}" if high else "any"


def drives(stage, info):
    """The drives' parameters, extracted from the getters in their sources that read a file's elements."""
    text = ["# Drives and their parameters", "", "Every kind of drive with the messages that it subscribes to and publishes, and the elements that "
            "it reads, with their defaults; made from the program and its sources. [Drives](../drives.md) describes them.", ""]
    rows = [[code(kind["name"]), cell(kind["subscribes"]), cell(kind["publishes"]), cell(kind["help"])] for kind in info["drives"]]
    text += [table(["drive", "subscribes", "publishes", ""], rows)]
    text += elements_read_in("surefoot/drives")
    stage.add(f"{FOLDER}/drives.md", "\n".join(text))


def elements_read_in(folder):
    """The elements of files that the sources of a folder read: names, defaults and limits of the getters of world::ElementReader."""
    text = []
    for file in sorted((ROOT / folder).rglob("*.cc")):
        if "test" in file.parts:
            continue
        # Old names are listed in renamed.md.
        rows, source = [], re.sub(r'[\w.]+\.WithOldName\(\s*("[^"]+"),\s*"[^"]+"\)', r"\1", file.read_text(encoding="utf-8"))
        nearby = source + "".join(header.read_text(encoding="utf-8") for header in file.parent.glob("*.h"))
        for getter in re.finditer(r"\.(Number|Integer|Flag|Text|Choice|Vector|Numbers)\(\s*\"([\w/:]+)\",\s*((?:[^()]|\([^()]*\))*?)\)",
                                  source):
            parts = [part.strip() for part in re.split(r",(?![^{}]*\})", getter[3])]
            kind = getter[1]
            accepted = " to ".join(code(part) for part in parts[1:3]) if kind in ("Number", "Integer") else code(parts[0]) if kind == "Choice" else ""
            default = parts[1] if kind == "Choice" else parts[-1] if kind == "Numbers" else parts[0]
            # The default of a member of a description is in the member's declaration.
            member = re.fullmatch(r"\w+\.(\w+)", default)
            declared = re.search(rf"^ +[\w:<>]+ {member[1]} = ([^;]+);", nearby, re.MULTILINE) if member else None
            rows.append([code(getter[2]), kind.lower(), code(declared[1] if declared else default), accepted])
        if rows:
            text += [f"## Elements read in `{file.relative_to(ROOT)}`", "", table(["element", "kind", "default", "accepted"], rows)]
    if not text:
        raise ValueError(f"no element is read in {folder}")
    return text


# Services and messages.

def services(stage, program, work):
    source = (ROOT / "surefoot/serve/clients/permissions.cc").read_text(encoding="utf-8")
    roles = {"kViewer": "viewer", "kDriver": "driver", "kLoneDriver": "driver, while nobody else drives", "kOwner": "owner"}
    permissions = dict(re.findall(r'\{"(/[\w/]+)", (k\w+)\}', source))
    files = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "surefoot/serve").rglob("*.cc")) if not {"test", "clients"} & set(file.parts)]
    rows = []
    for name, role in sorted(permissions.items()):
        rows.append([code(name), service_type(name, files), roles[role]])
    if len(permissions) < 50 or any(not row[1] for row in rows):
        raise ValueError(f"services without a type: {[row[0] for row in rows if not row[1]]} of {len(rows)}")
    text = ["# Services and roles", "", "Every service of `surefoot serve`, its type, and the role that a client needs to call it "
            "([security](../../guides/security.md)). A service that is not in the list was offered by a client; a driver may call it.", "",
            table(["service", "type", "role"], rows)]
    stage.add(f"{FOLDER}/services.md", "\n".join(text))
    return permissions


def service_type(name, files):
    """The type of a service, extracted from the calls that offer it: Offer<Type>(graph, "NAME", ...)."""
    types = []
    if name.startswith("/ROBOT/"):
        # Those of each robot: by the name of the type, LoadController of "load_controller", or by the call.
        own = name.rpartition("/")[2]
        types = ["".join(word.capitalize() for word in own.split("_"))]
        if not list((ROOT / "surefoot/msgs/schema").glob(f"*/{types[0]}.*")):
            calls = (re.search(rf'Offer<(?:\w+::)*(\w+)>\((?:[^;"]*)"/{own}"', source) for source in files)
            types = [call[1] for call in calls if call]
    for source in files:
        at = source.find(f'"{name}"')
        if at < 0 or types:
            continue
        before = source[max(0, at - 300):at].split(";")[-1]
        types = re.findall(r"<\s*(?:\w+::)*(\w+?)(?:Service)?\s*>\(", before) or re.findall(r"^, (?:\w+::)*(\w+)::action\(\)", source[at + len(name) + 2:])
        if not types:
            # A function of this file that offers several services of one type: OfferState(run, "NAME", ...).
            helper = re.search(r"(\w+)\(\w+,\s*$", before)
            body = source.partition(f"void {helper[1]}(")[2] if helper else ""
            types = re.findall(r"Offer<(?:\w+::)*(\w+)>\(", body)[:1]
    for file in (ROOT / "surefoot/msgs/schema").glob(f"*/{types[-1]}.*") if types else ():
        package, kind = file.parent.name, file.suffix[1:]
        return f"[{package}/{kind}/{types[-1]}](messages/{package}.md#{types[-1].lower()})"
    return ""


def messages(stage):
    rows = []
    for package in sorted((ROOT / "surefoot/msgs/schema").iterdir()):
        files = sorted(file for file in package.iterdir() if file.suffix in (".msg", ".srv", ".action"))
        if not files:
            continue
        rows.append([f"[{package.name}]({package.name}.md)", str(len(files))])
        text = [f"# {package.name}", "", f"The messages, services and actions of `{package.name}`, as ROS 2 defines them; in C++ they are "
                f"structs of `surefoot/msgs/{package.name}.h`.", ""]
        for file in files:
            kind = {".msg": "message", ".srv": "service", ".action": "action"}[file.suffix]
            text += [f"## {file.stem} {{ #{file.stem.lower()} }}", "", f"{kind.capitalize()} `{package.name}/{file.suffix[1:]}/{file.stem}`.", "",
                     f"```text\n{file.read_text(encoding='utf-8').strip()}\n```", ""]
        stage.add(f"{FOLDER}/messages/{package.name}.md", "\n".join(text))
    stage.add(f"{FOLDER}/messages/index.md", "# Messages, services, actions\n\nThe definitions of everything that topics, services and "
              "actions carry, by package. [Messages](../../messages.md) says how they are used.\n\n" +
              table(["package", "definitions"], rows))


# Extension elements.

def extensions(stage):
    """The elements `surefoot:...` in the sources, and the location of their description."""
    known = {}
    for file in sorted((ROOT / "surefoot").rglob("*.cc")):
        if {"test", "write", "evaluation"} & set(file.parts):
            continue
        for name in re.findall(r'"surefoot:(\w+)"', file.read_text(encoding="utf-8")):
            known.setdefault(name, file.relative_to(ROOT))
    pages = {str(file.relative_to(ROOT / "docs")): file.read_text(encoding="utf-8") for folder in ("reference", "guides")
             for file in sorted((ROOT / "docs" / folder).glob("*.md"))}
    for page, text in pages.items():
        for name in re.findall(r"<surefoot:(\w+)", text):
            known.setdefault(name, None)
    rows, undescribed = [], []
    for name in sorted(known):
        described = [page for page, text in pages.items() if f"surefoot:{name}" in text]
        # Ground files have these elements without the prefix, too.
        described = described or [page for page, text in pages.items() if re.search(rf"[`<./]{name}\b", text)]
        if not described:
            undescribed.append(f"{name} ({known[name]})")
            continue
        there = ", ".join(f"[{page.split('/')[1]}](../../{page})" for page in described)
        rows.append([f"`surefoot:{name}`", there])
    text = ["# Extension elements", "", "Every element with the prefix `surefoot:` that files may have, and the pages that describe it.", "",
            table(["element", "described in"], rows)]
    stage.add(f"{FOLDER}/extensions.md", "\n".join(text))
    return undescribed


def add_pages(stage, program, work):
    info = json.loads(say(program, "info", "--json"))
    commands(stage, program)
    engines_and_formats(stage, info)
    sensors(stage, program, info, work)
    drives(stage, info)
    services(stage, program, work)
    messages(stage)
    undescribed = extensions(stage)
    if undescribed:
        raise ValueError("elements are described nowhere in docs/: " + ", ".join(undescribed))
    stage.add(f"{FOLDER}/index.md", "# Generated reference\n\nThese pages are made from the program and its sources when the site is built, "
              "so they list what there is.\n\n- [Commands](commands/index.md)\n- [Engines and formats](engines_and_formats.md)\n- "
              "[Sensors](sensors.md)\n- [Drives](drives.md)\n- [Services and roles](services.md)\n- [Messages](messages/index.md)\n- "
              "[Extension elements](extensions.md)\n")
