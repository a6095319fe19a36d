import { computed, signal } from '@preact/signals';
import type { ViewHolder } from '../net/messages';
import { setPast } from './events';
import { robots } from './scene';
import { ask, linkState, callOrToast } from './server';
import { selected } from './selection';
import { followed, personName } from './settings';
import { lost, status } from './status';
import { toast } from './toasts';

/** The name of this page's client, "web:3"; empty before the server has sent it. */
export const client = signal('');
export const people = computed(() => status.value?.people ?? []);

/** The robot driven by keys and stick: the selected one, else the followed one, else the first. */
export const driven = computed(() => {
  const names = robots.value.map((r) => r.name);
  const chosen = selected.value?.model;
  if (chosen && names.includes(chosen)) return chosen;
  return names.includes(followed.value) ? followed.value : names[0] ?? '';
});

/** The robot that the camera follows; selecting another one does not move the camera. */
export const watched = computed(() => {
  const names = robots.value.map((r) => r.name);
  return names.includes(followed.value) ? followed.value : names[0] ?? '';
});

export function holderOf(robot: string): ViewHolder | undefined {
  return status.value?.holders.find((h) => h.robot === robot);
}

/** The server's name for the owner of a robot that is driven by a recording. */
export const recording_client = 'the recording';

export type Control =
  | { kind: 'none' | 'mine' | 'lost' | 'recording' } | { kind: 'other'; name: string; asked: boolean }
  | { kind: 'asked'; name: string; seconds: number };

/** Which client has control of the driven robot, as shown by the badge. */
export const control = computed<Control>(() => {
  if (lost.value) return { kind: 'lost' };
  const holder = holderOf(driven.value);
  if (!holder || !holder.client) return { kind: 'none' };
  if (holder.client === recording_client) return { kind: 'recording' };
  if (holder.client === client.value) {
    if (!holder.requested_by) return { kind: 'mine' };
    return { kind: 'asked', name: holder.requested_by_name || holder.requested_by, seconds: Math.ceil(holder.answer_within) };
  }
  return { kind: 'other', name: holder.name || holder.client, asked: holder.requested_by === client.value };
});

export async function takeControl(robot = driven.value, force = false): Promise<boolean> {
  const answer = await callOrToast('/surefoot/control/take', { robot, force });
  if (answer?.pending) toast(answer.message || `Asked for control of ${robot}.`);
  return !!answer && !answer.pending;
}

export async function answerControl(give: boolean, robot = driven.value): Promise<void> {
  await callOrToast('/surefoot/control/answer', { robot, grant: give });
}

export async function releaseControl(robot = driven.value): Promise<void> {
  await callOrToast('/surefoot/control/release', { robot });
}

async function join(): Promise<void> {
  try {
    const answer = await ask('/surefoot/view/join', { name: personName.value });
    client.value = answer.client;
    setPast(answer.events);
  } catch { /* A server without people: nothing to show. */ }
}

export async function rename(name: string): Promise<void> {
  personName.value = name;
  await join();
}

export function initials(name: string): string {
  const words = name.trim().split(/[\s_:-]+/).filter(Boolean);
  const letters = words.length > 1 ? words[0]![0]! + words[words.length - 1]![0]! : (words[0] ?? '?').slice(0, 2);
  return letters.toUpperCase();
}

export function startPeople(): void {
  linkState.subscribe((state) => { if (state === 'open') void join(); });
}
