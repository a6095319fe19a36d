import { signal } from '@preact/signals';
import { driven } from './people';
import { callOrToast } from './server';
import { toast } from './toasts';

/** The track of a recording, followed by a translucent robot beside the simulated one. */
export interface Ghost {
  file: string; topic: string; model: string; times: number[]; positions: number[]; orientations: number[];
  /** The displayed time at which the track begins; 0 by default. */
  offset?: number;
  /** It belongs to the reality gap. */
  gap?: boolean;
}

export const ghost = signal<Ghost | null>(null);
/** While O is held. */
export const ghostHidden = signal(false);
export const ghostOpacity = signal(0.42);

/** Shows the recorded track of the robot; an empty topic lets the server choose one. */
export async function showGhost(file: string, topic = '', model = driven.value): Promise<void> {
  const answer = await callOrToast('/surefoot/recordings/track', { file, topic }, 60);
  if (!answer) return;
  if (answer.times.length < 2) { toast(`${file} has no track on ${answer.topic || topic}.`, { kind: 'error' }); return; }
  const { times, positions, orientations } = answer;
  ghost.value = { file, topic: answer.topic, model, times, positions, orientations };
}

export function hideGhost(): void {
  ghost.value = null;
}
