import { signal } from '@preact/signals';
import type { RecordingInfo } from '../net/messages';
import { ask } from './server';

/** What can be replayed, the newest first as the server has it; null until it has told. */
export const recordings = signal<RecordingInfo[] | null>(null);

export async function loadRecordings(): Promise<void> {
  try {
    recordings.value = (await ask('/surefoot/recordings/list', {})).recordings;
  } catch {
    recordings.value ??= [];
  }
}
