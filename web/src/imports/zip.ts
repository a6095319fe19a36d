/** Reads zip files with stored and deflated entries. */

export interface Entry { path: string; bytes: Uint8Array }

const end_mark = 0x06054b50, entry_mark = 0x02014b50;
const max_bytes = 512e6, max_entries = 5000;

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65535); at--) {
    if (view.getUint32(at, true) === end_mark) return at;
  }
  throw new Error('no directory');
}

/** All files of a zip; throws if the data is not a zip file or is incomplete. */
export async function unzip(bytes: Uint8Array): Promise<Entry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true), total = 0;
  if (count > max_entries) throw new Error('too many entries');
  const entries: Entry[] = [];
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== entry_mark) throw new Error('bad directory');
    const method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true), size = view.getUint32(at + 24, true);
    const names = view.getUint16(at + 28, true), extra = view.getUint16(at + 30, true), comment = view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + names));
    at += 46 + names + extra + comment;
    total += size;
    if (total > max_bytes) throw new Error('too large');
    if (path.endsWith('/') || path.startsWith('__MACOSX/')) continue;
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const raw = bytes.subarray(begin, begin + packed);
    if (raw.length !== packed || (method !== 0 && method !== 8)) throw new Error('bad entry');
    entries.push({ path, bytes: method === 0 ? raw : await inflate(raw) });
  }
  return entries;
}
