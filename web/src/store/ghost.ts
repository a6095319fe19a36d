import { signal } from '@preact/signals';
import { driven } from './people';
import { tell } from './server';
import { toast } from './toasts';

/** A track out of a recording that a translucent robot follows beside the simulated one. */
export interface Ghost {
  file: string; topic: string; model: string; times: number[]; positions: number[]; orientations: number[];
  /** The shown time at which its own begins; 0 when left out. */
  offset?: number;
  /** It belongs to the reality gap. */
  gap?: boolean;
}

export const ghost = signal<Ghost | null>(null);
/** While O is held. */
export const ghostHidden = signal(false);
export const ghostOpacity = signal(0.42);

/** Shows where the recording says that the robot was; an empty topic lets the server choose. */
export async function showGhost(file: string, topic = '', model = driven.value): Promise<void> {
  const answer = await tell('/surefoot/recordings/track', { file, topic }, 60);
  if (!answer) return;
  if (answer.times.length < 2) { toast(`${file} has no track on ${answer.topic || topic}.`, { kind: 'error' }); return; }
  const { times, positions, orientations } = answer;
  ghost.value = { file, topic: answer.topic, model, times, positions, orientations };
}

export function hideGhost(): void {
  ghost.value = null;
}
