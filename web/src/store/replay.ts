import { signal } from '@preact/signals';

/** The replay shown instead of the running world; null if the world itself is shown. */
export interface Replay { file: string; begin: number; end: number; time: number; playing: boolean; speed: number;
  /** The robot is drawn at its poses in the simulations of the reality gap; times since the recording's start. */
  gap?: boolean }

export const replay = signal<Replay | null>(null);
