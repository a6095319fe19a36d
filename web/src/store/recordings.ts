import { signal } from '@preact/signals';
import type { RecordingInfo } from '../net/messages';
import { ask } from './server';

/** Recordings that can be replayed, newest first as listed by the server; null before the first list. */
export const recordings = signal<RecordingInfo[] | null>(null);

export async function loadRecordings(): Promise<void> {
  try {
    recordings.value = (await ask('/surefoot/recordings/list', {})).recordings;
  } catch {
    recordings.value ??= [];
  }
}
