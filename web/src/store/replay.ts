import { signal } from '@preact/signals';

/** What is replayed instead of the running world; null: the world itself is shown. */
export interface Replay { file: string; begin: number; end: number; time: number; playing: boolean; speed: number }

export const replay = signal<Replay | null>(null);
