"""The gallery: a picture of every world and model, drawn by `surefoot render` and kept in the build tree."""

import hashlib
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import markdown

ROOT = markdown.ROOT
SIZE = "480x360"
# Views of worlds whose default view shows too little.
VIEWS = {
    "worlds/mars_traverse.sdf": ["--from", "-40,-60,45", "--at", "60,120,0"],
    "worlds/mars_yard.sdf": ["--from", "-6,-9,4", "--at", "3,2,0"],
    "worlds/husky_lab.sdf": ["--from", "-2.3,-7.2,1", "--at", "0.45,-5,0.1"],
}


def model_file(folder):
    for file in sorted(folder.iterdir()):
        if file.suffix in (".sdf", ".urdf", ".xml") and file.name != "package.xml":
            return file
    return None


def about(file):
    """The first sentence of the comment at the file's beginning; for a model, of its model.config."""
    config = file.parent / "model.config"
    if config.is_file():
        found = re.search(r"<description>\s*(.*?)\s*</description>", config.read_text(encoding="utf-8"), re.DOTALL)
        if found:
            return first_sentence(found[1])
    found = re.search(r"<!--\s*(.*?)\s*-->", file.read_text(encoding="utf-8"), re.DOTALL)
    return first_sentence(found[1]) if found else ""


def first_sentence(text):
    sentence = re.split(r"(?<=[.:;])\s", " ".join(text.split()))[0].rstrip(":;")
    return sentence.replace("<", "&lt;").replace("|", r"\|").replace("_", r"\_")


def subjects():
    """(section, name, file) of every world and model with a picture."""
    found = [("worlds", file.stem, file) for file in sorted((ROOT / "worlds").iterdir()) if file.suffix in (".sdf", ".xml")]
    for folder in sorted((ROOT / "models").iterdir()):
        file = model_file(folder) if folder.is_dir() else None
        if file and folder.name != "sun":
            found.append(("models", folder.name, file))
    return found


def draw(program, file, picture):
    from PIL import Image
    raw = picture.with_suffix(".png")
    view = VIEWS.get(str(file.relative_to(ROOT)), [])
    done = subprocess.run([program, "render", file, raw, "--size", SIZE, "--quiet", *view], capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{file.relative_to(ROOT)} cannot be drawn: {done.stderr.strip()}")
    with Image.open(raw) as image:
        image.convert("RGB").save(picture, quality=82, optimize=True)
    raw.unlink()


def add_pages(stage, program, work):
    cache = work / "pictures"
    cache.mkdir(parents=True, exist_ok=True)
    renderer = hashlib.sha256(f"{program.stat().st_size} {program.stat().st_mtime_ns} {SIZE}".encode()).hexdigest()
    todo, pages = [], {"worlds": [], "models": []}
    for section, name, file in subjects():
        sums = hashlib.sha256(f"{renderer} {VIEWS}".encode())
        for part in [file] if section == "worlds" else sorted(part for part in file.parent.rglob("*") if part.is_file()):
            sums.update(part.read_bytes())
        picture = cache / f"{section}_{name}_{sums.hexdigest()[:16]}.jpg"
        if not picture.exists():
            todo.append((file, picture))
        pages[section].append((name, file, picture))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(lambda one: draw(program, *one), todo):
            pass
    kept = {picture for entries in pages.values() for _, _, picture in entries}
    for old in cache.glob("*.jpg"):
        if old not in kept:
            old.unlink()
    for section, entries in pages.items():
        one = section.removesuffix("s")
        command = "surefoot serve NAME" if section == "worlds" else "surefoot run NAME"
        lines = [f"# {section.capitalize()}", "", f"Every {one} that comes with Surefoot, drawn by `surefoot render`; `{command}` starts it. "
                 "[Models and worlds](../reference/models.md) has their numbers and sources.", ""]
        for name, file, picture in entries:
            place = stage.folder / "gallery" / "pictures" / f"{section}_{name}.jpg"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(picture.read_bytes())
            lines += [f"## {name}", "", f"![{name}](pictures/{section}_{name}.jpg){{ loading=lazy }}", "", about(file), "",
                      f"`{file.relative_to(ROOT)}`", ""]
        stage.add(f"gallery/{section}.md", "\n".join(lines))
    stage.add("gallery/index.md", "# Gallery\n\nThis gallery shows every [world](worlds.md) and [model](models.md) that comes with "
              "Surefoot, as its own renderer draws them.\n\n![The Husky lab](pictures/worlds_husky_lab.jpg)\n")
