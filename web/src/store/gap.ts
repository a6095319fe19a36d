import { computed, signal } from '@preact/signals';
import { judge, trustedFor } from './gap_math';
import { markAt, marksOf, type Close, type GapResult } from './gap_result';
import { replay } from './replay';
import { status } from './status';

/** A recording that was compared with the world. */
export interface Measured { file: string; name: string; ours: boolean; robot: string; poseTopic: string; result: GapResult; report: string; edits: number; run: string;
  /** What would close the gap was looked for. */
  looked: boolean }

export const measured = signal<Measured | null>(null);
/** What "Try" gave: the same with one change. The world is as it was. */
export const branch = signal<{ measured: Measured; change: Close } | null>(null);
export const shown = computed(() => branch.value?.measured ?? measured.value);
/** What is under way, and what the program last said of it. */
export const busy = signal<{ what: string; news: string } | null>(null);
/** Why the last recording could not be compared, and the topics to choose from. */
export const problem = signal<{ file: string; name: string; message: string; topics: string[] } | null>(null);

/** '' is the first one. */
export const chosenQuantity = signal('');
/** Those that a person has changed, by quantity. */
export const tolerances = signal<Readonly<Record<string, number>>>({});
/** Boxes of parameters that a person has set or cleared. */
export const ticks = signal<Readonly<Record<string, boolean>>>({});

export const quantity = computed(() => {
  const all = shown.value?.result.quantities ?? [];
  return all.find((q) => q.name === chosenQuantity.value) ?? all[0] ?? null;
});
export const toleranceOf = (name: string, usual: number) => tolerances.value[name] ?? usual;
const every = computed(() => (shown.value?.result.mode === 'restarts' ? shown.value.result.every : 0));
export const curve = computed(() => {
  const q = quantity.value;
  return q ? judge(q, toleranceOf(q.name, q.tolerance), every.value) : null;
});
/** Seconds of trust in the world itself, whatever branch is shown. */
export const trustedAsItIs = computed(() => {
  const q = measured.value?.result.quantities.find((one) => one.name === quantity.value?.name);
  return q ? trustedFor(judge(q, toleranceOf(q.name, q.tolerance), every.value)) : 0;
});
export const marks = computed(() => (shown.value ? marksOf(shown.value.result) : []));
/** The world was edited or replaced since the measurement. */
export const stale = computed(() => {
  const now = measured.value, s = status.value;
  return !!now && !!s && (s.run_id !== now.run || s.unsaved_edits !== now.edits);
});

/** The running world is driven by the recording: the simulated time of the recording's start, and the seconds in it at which the robot was put there. */
export const live = signal<{ file: string; robot: string; start: number; first: number } | null>(null);
/** The restart whose residuals are shown while nothing is replayed. */
export const chosenMark = signal(0);

/** Real and simulated robot are shown side by side. */
export const inReplay = computed(() => !!replay.value?.gap);
/** Seconds of the recording, twenty steps a second: plots need no more. */
const replayTime = computed(() => (replay.value?.gap ? Math.round(20 * replay.value.time) / 20 : 0));
const liveTime = computed(() => (live.value && !replay.value ? status.value?.time ?? 0 : null));

/** The mark that is shown and the seconds since it; null seconds while nothing is replayed. */
export const nowAt = computed(() => {
  const result = shown.value?.result;
  if (!result || marks.value.length === 0) return { mark: 0, seconds: null };
  if (liveTime.value !== null) return { mark: 0, seconds: liveTime.value - live.value!.start - live.value!.first };
  if (!inReplay.value) return { mark: Math.min(chosenMark.value, marks.value.length - 1), seconds: null };
  const mark = markAt(result, marks.value, replayTime.value);
  return { mark, seconds: replayTime.value - result.restarts[marks.value[mark]!]!.t };
});

/** Shows another restart; while a replay is shown it goes there. */
export function showMark(mark: number): void {
  const result = shown.peek()?.result;
  const to = Math.min(marks.peek().length - 1, Math.max(0, mark));
  if (!result || to < 0) return;
  chosenMark.value = to;
  const state = replay.peek();
  if (state?.gap) replay.value = { ...state, time: result.restarts[marks.peek()[to]!]!.t };
}

/** Where the time strip says to trust: from when, for how long, until when it is followed. */
export const trustWindows = computed(() => {
  const result = shown.value?.result, c = curve.value;
  if (!result || !c) return [];
  const length = c.t[c.t.length - 1] ?? 0;
  if (live.value && !inReplay.value) return [{ begin: live.value.start + live.value.first, length }];
  if (!inReplay.value) return [];
  return marks.value.map((i) => ({ begin: result.restarts[i]!.t, length }));
});

/** Whether it closes something, and is part of the world: delays of commands are not. */
export const canApply = (change: Close) => change.closes > 0 && !change.parameter.startsWith('command.');
/** Each was fitted alone, so that several together would do too much: the best one is ticked unless somebody says otherwise. */
export const ticked = computed(() => {
  const all = (measured.value?.result.close ?? []).filter(canApply);
  const best = Math.max(...all.map((c) => c.closes));
  return all.filter((c) => ticks.value[c.parameter] ?? c.closes === best);
});

export function tick(parameter: string, on: boolean): void {
  ticks.value = { ...ticks.peek(), [parameter]: on };
}
