import { ask } from '../store/server';
import type { Entry } from './zip';

const chunk_bytes = 192 * 1024;

function base64(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 0x8000) out += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(out);
}

/** Uploads files in chunks; returns the batch and the address of each file by its path. */
export async function upload(entries: Entry[], batch: string, progress: (share: number) => void): Promise<{ batch: string; uris: Map<string, string> }> {
  const total = entries.reduce((sum, e) => sum + e.bytes.length, 0) || 1;
  const uris = new Map<string, string>();
  let done = 0;
  for (const { path, bytes } of entries) {
    for (let offset = 0; ; offset += chunk_bytes) {
      const data = bytes.subarray(offset, offset + chunk_bytes);
      const last = offset + data.length >= bytes.length;
      const answer = await ask('/surefoot/upload', { batch, path, offset, last, data: base64(data) }, 60);
      batch = answer.batch || batch;
      done += data.length;
      progress(done / total);
      if (!last) continue;
      uris.set(path, answer.uri);
      break;
    }
  }
  return { batch, uris };
}
