"""Malformed files of each format: refused with file and line, quickly, in little
memory. hostile_cases.py PROGRAM FOLDER"""

import os
import re
import resource
import struct
import subprocess
import sys
import time

SECONDS = 20
BYTES = 1 << 30

INERTIAL = {
    "sdf": "<inertial><mass>{m}</mass><inertia><ixx>{i}</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>",
    "urdf": '<inertial><mass value="{m}"/><inertia ixx="{i}" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>',
    "xml": '<inertial pos="0 0 0" mass="{m}" diaginertia="{i} 0.1 0.1"/>',
}
MESH = {
    "sdf": '<collision name="c"><geometry><mesh><uri>{}</uri></mesh></geometry></collision>',
    "urdf": '<collision><geometry><mesh filename="{}"/></geometry></collision>',
}


def link(kind, name, mass="1", ixx="0.1", more=""):
    inertial = INERTIAL[kind].format(m=mass, i=ixx)
    return f'<link name="{name}">{inertial}{more}</link>\n'


def joint(kind, name, parent, child, axis="0 0 1"):
    if kind == "sdf":
        return (f'<joint name="{name}" type="revolute"><parent>{parent}</parent><child>{child}</child>'
                f"<axis><xyz>{axis}</xyz></axis></joint>\n")
    return (f'<joint name="{name}" type="continuous"><parent link="{parent}"/><child link="{child}"/>'
            f'<axis xyz="{axis}"/></joint>\n')


def robot(kind, content, head=""):
    if kind == "sdf":
        return f'{head}<sdf version="1.9">\n<model name="m">\n{content}</model>\n</sdf>\n'
    return f'{head}<robot name="m">\n{content}</robot>\n'


def mjcf(bodies="", assets="", head="", more=""):
    return (f"{head}<mujoco>\n<asset>\n{assets}</asset>\n<worldbody>\n{bodies}</worldbody>\n"
            f"{more}</mujoco>\n")


def body(name="b", inside="", mass="1", ixx="0.1"):
    return (f'<body name="{name}"><freejoint/>\n' + INERTIAL["xml"].format(m=mass, i=ixx) +
            f'\n<geom size="0.1"/>{inside}</body>\n')


BOMB = ("<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaaaaaaaa\">" +
        "".join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 16}">' for i in range(9)) + "]>\n")


def tree_cases(kind):
    """Cases of SDF and URDF: links and joints."""
    one = link(kind, "a")
    yield "self_joint", robot(kind, one + joint(kind, "j", "a", "a"))
    yield "duplicate_link", robot(kind, one + one)
    yield "duplicate_joint", robot(kind, one + link(kind, "b") + link(kind, "c") +
                                   joint(kind, "j", "a", "b") + joint(kind, "j", "a", "c"))
    yield "nan_mass", robot(kind, link(kind, "a", mass="nan"))
    yield "negative_mass", robot(kind, link(kind, "a", mass="-1"))
    yield "infinite_mass", robot(kind, link(kind, "a", mass="1e400"))
    yield "negative_inertia", robot(kind, link(kind, "a", ixx="-0.1"))
    yield "comma_number", robot(kind, link(kind, "a", mass="1,5"))
    yield "zero_axis", robot(kind, one + link(kind, "b") + joint(kind, "j", "a", "b", "0 0 0"))
    yield "unknown_parent", robot(kind, one + joint(kind, "j", "nowhere", "a"))
    yield "missing_mesh", robot(kind, link(kind, "a", more=MESH[kind].format("nothing.stl")))
    yield "truncated_mesh", robot(kind, link(kind, "a", more=MESH[kind].format("cut.stl")))
    yield "lying_mesh", robot(kind, link(kind, "a", more=MESH[kind].format("lying.stl")))
    yield "folder_mesh", robot(kind, link(kind, "a", more=MESH[kind].format("..")))
    yield "pipe_mesh", robot(kind, link(kind, "a", more=MESH[kind].format("pipe.stl")))
    yield "device_mesh", robot(kind, link(kind, "a", more=MESH[kind].format("file:///dev/zero")))
    yield "traversal", robot(kind, link(kind, "a", more=MESH[kind].format("../" * 30 + "etc/passwd")))
    yield "entity_bomb", robot(kind, link(kind, "&j;", mass="&j;"), BOMB)
    yield "not_closed", robot(kind, one)[:-12]
    yield "deep", robot(kind, "<x>" * 100000 + "</x>" * 100000)
    yield "deep_open", robot(kind, "<link name='a'>" * 200000)


def sdf_cases():
    yield from tree_cases("sdf")
    yield "self_include", '<sdf version="1.9"><world name="w"><include>\n<uri>self_include.sdf</uri></include></world></sdf>'
    yield "mutual_a", '<sdf version="1.9"><world name="w"><include>\n<uri>mutual_b.sdf</uri></include></world></sdf>'
    yield "mutual_b", '<sdf version="1.9"><model name="m"><include>\n<uri>mutual_a.sdf</uri></include></model></sdf>'
    yield "version", '<sdf version="one.nine"><model name="m"><link name="l"/></model></sdf>'
    yield "frames_in_a_circle", robot("sdf", '<link name="a"><pose relative_to="b"/></link>\n<link name="b"><pose relative_to="a"/></link>')
    yield "no_link", robot("sdf", "")


def urdf_cases():
    yield from tree_cases("urdf")
    ring = [link("urdf", n) for n in "abc"]
    yield "cycle", robot("urdf", "".join(ring) + joint("urdf", "j", "a", "b") + joint("urdf", "k", "b", "c") + joint("urdf", "l", "c", "a"))
    yield "two_roots", robot("urdf", "".join(ring) + joint("urdf", "j", "a", "b"))
    yield "two_parents", robot("urdf", "".join(ring) + joint("urdf", "j", "a", "b") + joint("urdf", "k", "c", "b"))


def mjcf_cases():
    yield "duplicate_body", mjcf(body("b") + body("b"))
    yield "nan_mass", mjcf(body(mass="nan"))
    yield "negative_mass", mjcf(body(mass="-1"))
    yield "negative_inertia", mjcf(body(ixx="-0.1"))
    yield "comma_number", mjcf(body(mass="1,5"))
    yield "unknown_mesh", mjcf('<geom type="mesh" mesh="gold"/>\n')
    yield "unknown_class", mjcf('<geom size="0.1" class="gold"/>\n')
    yield "missing_mesh", mjcf(body(inside='<geom type="mesh" mesh="m"/>'), '<mesh name="m" file="nothing.stl"/>\n')
    yield "truncated_mesh", mjcf(body(inside='<geom type="mesh" mesh="m"/>'), '<mesh name="m" file="cut.stl"/>\n')
    yield "pipe_mesh", mjcf(body(inside='<geom type="mesh" mesh="m"/>'), '<mesh name="m" file="pipe.stl"/>\n')
    yield "self_include", '<mujoco>\n<include file="self_include.xml"/>\n</mujoco>'
    yield "replicate_bomb", mjcf('<replicate count="100000">\n' * 3 + body() + "</replicate>" * 3)
    yield "entity_bomb", mjcf(body("&j;", mass="&j;"), head=BOMB)
    yield "deep", mjcf("<body>" * 100000 + "</body>" * 100000)
    yield "zero_axis", mjcf('<body>\n<joint axis="0 0 0"/><geom size="0.1"/></body>')
    yield "unknown_joint", mjcf('<body>\n<joint name="j"/><geom size="0.1"/></body>', more='<actuator>\n<motor joint="nowhere"/></actuator>\n')


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
        out.write(text)


def write_all(folder):
    """Writes the files; returns the names of those that must be refused with a line."""
    os.makedirs(folder, exist_ok=True)
    names = []
    for ending, cases in (("sdf", sdf_cases()), ("urdf", urdf_cases()), ("xml", mjcf_cases())):
        for name, text in cases:
            write(folder, f"{name}.{ending}", text)
            names.append(f"{name}.{ending}")
    with open(os.path.join(folder, "cut.stl"), "wb") as out:
        out.write(b" " * 80 + struct.pack("<I", 100) + b"\0" * 99)
    with open(os.path.join(folder, "lying.stl"), "wb") as out:
        out.write(b" " * 80 + struct.pack("<I", 0xFFFFFFFF) + b"\0" * 50)
    if not os.path.exists(os.path.join(folder, "pipe.stl")):
        os.mkfifo(os.path.join(folder, "pipe.stl"))
    return names


def write_odd(folder):
    """Writes huge, empty and special files; returns the names of those that must be refused."""
    for ending in ("sdf", "urdf", "xml"):
        with open(os.path.join(folder, f"huge.{ending}"), "w", encoding="utf-8") as out:
            out.write("<sdf version='1.9'><model name='m'>" + "<link name='l'/>\n" * 6_000_000)
        write(folder, f"empty.{ending}", "")
        write(folder, f"zeros.{ending}", "\0" * 100000)
        fifo = os.path.join(folder, f"pipe.{ending}")
        if not os.path.exists(fifo):
            os.mkfifo(fifo)
        os.makedirs(os.path.join(folder, f"folder.{ending}"), exist_ok=True)
        device = os.path.join(folder, f"device.{ending}")
        if not os.path.lexists(device):
            os.symlink("/dev/zero", device)
        circle = os.path.join(folder, f"circle.{ending}")
        if not os.path.lexists(circle):
            os.symlink(circle, circle)
    kinds = ("huge", "empty", "zeros", "pipe", "folder", "device", "circle")
    return [f"{kind}.{ending}" for kind in kinds for ending in ("sdf", "urdf", "xml")]


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if "asan" not in sys.argv[1] and "tsan" not in sys.argv[1]:
        resource.setrlimit(resource.RLIMIT_AS, (2 * BYTES, 2 * BYTES))


def check(program, folder, name, line_needed):
    """The defect of the program's answer, or None."""
    start = time.monotonic()
    try:
        done = subprocess.run([program, "check", name], cwd=folder, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS, preexec_fn=limit, check=False)
    except subprocess.TimeoutExpired:
        return f"still busy after {SECONDS} s"
    text = (done.stdout + done.stderr).decode(errors="replace")
    if done.returncode != 2:
        return f"exit status {done.returncode}, {time.monotonic() - start:.1f} s: {text[-300:]}"
    if "error" not in text:
        return "no error message"
    if line_needed and not re.search(r"[\w./]+\.(sdf|urdf|xml):\d+: error", text):
        return f"no file and line: {text[:300]}"
    if "root:" in text:
        return "reveals the content of another file"
    return None


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    cases = [(name, True) for name in write_all(folder)]
    cases += [(name, False) for name in write_odd(folder)]
    wrong = 0
    for name, line_needed in cases:
        found = check(program, folder, name, line_needed)
        if found:
            print(f"{name}: {found}")
            wrong += 1
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"{len(cases)} files, {wrong} wrong; at most {peak >> 20} MB")
    if "asan" not in program and peak > BYTES:
        print("more than a gigabyte")
        wrong += 1
    return 1 if wrong else 0


sys.exit(main())
