/** Collects dropped or chosen files, including those in folders and zip files. */
import { text } from '../panels/strings';
import { unzip, type Entry } from './zip';

async function walk(entry: FileSystemEntry, out: File[], paths: string[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    out.push(file);
    paths.push(entry.fullPath.replace(/^\//, ''));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (part.length === 0) return;
    for (const one of part) await walk(one, out, paths);
  }
}

/** Must be called while the event is handled: afterwards browsers revoke access to the dropped items. */
export function droppedFiles(transfer: DataTransfer): Promise<{ files: File[]; paths: string[] }> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((e): e is FileSystemEntry => !!e);
  const plain = [...transfer.files];
  return (async () => {
    if (entries.length === 0) return { files: plain, paths: plain.map((f) => f.name) };
    const files: File[] = [], paths: string[] = [];
    for (const entry of entries) await walk(entry, files, paths);
    return { files, paths };
  })();
}

export async function readAll(files: File[], paths: string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let i = 0; i < files.length; i++) {
    const bytes = new Uint8Array(await files[i]!.arrayBuffer());
    if (!/\.zip$/i.test(files[i]!.name)) {
      entries.push({ path: paths[i] ?? files[i]!.name, bytes });
      continue;
    }
    try {
      entries.push(...await unzip(bytes));
    } catch {
      throw new Error(text.imports.zipBad(files[i]!.name));
    }
  }
  return entries;
}

const mesh_pattern = /\.(stl|obj|dae|glb|gltf|ply)$/i;

export const isMesh = (path: string) => mesh_pattern.test(path);

function looksLike(entry: Entry, pattern: RegExp): boolean {
  return pattern.test(new TextDecoder().decode(entry.bytes.subarray(0, 20000)));
}

/** The file that describes the model or world; undefined if there is none. */
export function mainFile(entries: Entry[]): Entry | undefined {
  const depth = (e: Entry) => e.path.split('/').length;
  const byDepth = [...entries].sort((a, b) => depth(a) - depth(b));
  const find = (pattern: RegExp, text?: RegExp) => byDepth.find((e) => pattern.test(e.path) && (!text || looksLike(e, text)));
  return find(/(^|\/)model\.sdf$/i) ?? find(/\.urdf$/i) ?? find(/\.(sdf|world)$/i) ?? find(/\.xml$/i, /<mujoco\b/) ?? find(/\.xacro$/i)
    ?? find(/\.xml$/i, /<robot\b/);
}
