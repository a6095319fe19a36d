import { signal } from '@preact/signals';

/** What is replayed instead of the running world; null: the world itself is shown. */
export interface Replay { file: string; begin: number; end: number; time: number; playing: boolean; speed: number;
  /** The robot is drawn where the reality gap's simulations had it; times count from the recording's start. */
  gap?: boolean }

export const replay = signal<Replay | null>(null);
