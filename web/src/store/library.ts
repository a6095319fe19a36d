import { signal } from '@preact/signals';
import type { LibraryItem } from '../net/messages';
import { ask, linkState } from './server';

/** What can be added to the world. */
export const library = signal<readonly LibraryItem[]>([]);

export async function loadLibrary(): Promise<void> {
  const answer = await ask('/surefoot/library', {}, 60).catch(() => null);
  if (answer) library.value = answer.items;
}

export function startLibrary(): void {
  linkState.subscribe((state) => { if (state === 'open') void loadLibrary(); });
}
