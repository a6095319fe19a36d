import { computed, signal } from '@preact/signals';
import { judge, trustedFor } from './gap_math';
import { markAt, marksOf, type Close, type GapResult } from './gap_result';
import { replay } from './replay';
import { status } from './status';

/** A recording that was compared with the world. */
export interface Measured { file: string; name: string; ours: boolean; robot: string; poseTopic: string; result: GapResult; report: string; edits: number; run: string;
  /** The parameters were calibrated. */
  looked: boolean }

export const measured = signal<Measured | null>(null);
/** The result of "Try": the same comparison with one change. The world is unchanged. */
export const branch = signal<{ measured: Measured; change: Close } | null>(null);
export const shown = computed(() => branch.value?.measured ?? measured.value);
/** The comparison in progress, and the program's last message about it. */
export const busy = signal<{ what: string; news: string } | null>(null);
/** Why the last recording could not be compared, and the topics to choose from. */
export const problem = signal<{ file: string; name: string; message: string; topics: string[] } | null>(null);

/** The selected quantity; '' for the first one. */
export const chosenQuantity = signal('');
/** Tolerances changed by the user, by quantity. */
export const tolerances = signal<Readonly<Record<string, number>>>({});
/** Parameters that the user has ticked or cleared. */
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
/** Seconds of trust in the world itself, independent of the branch shown. */
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

/** The running world is driven by the recording: the simulated time of the recording's start, and the time in the recording at which the robot was placed. */
export const live = signal<{ file: string; robot: string; start: number; first: number } | null>(null);
/** The restart whose residuals are shown when nothing is replayed. */
export const chosenMark = signal(0);

/** The real and the simulated robot are shown side by side. */
export const inReplay = computed(() => !!replay.value?.gap);
/** Seconds of the recording, in steps of 1/20 s, which is enough for plots. */
const replayTime = computed(() => (replay.value?.gap ? Math.round(20 * replay.value.time) / 20 : 0));
const liveTime = computed(() => (live.value && !replay.value ? status.value?.time ?? 0 : null));

/** The restart shown and the seconds since it; null seconds when nothing is replayed. */
export const nowAt = computed(() => {
  const result = shown.value?.result;
  if (!result || marks.value.length === 0) return { mark: 0, seconds: null };
  if (liveTime.value !== null) return { mark: 0, seconds: liveTime.value - live.value!.start - live.value!.first };
  if (!inReplay.value) return { mark: Math.min(chosenMark.value, marks.value.length - 1), seconds: null };
  const mark = markAt(result, marks.value, replayTime.value);
  return { mark, seconds: replayTime.value - result.restarts[marks.value[mark]!]!.t };
});

/** Shows another restart; a replay jumps to it. */
export function showMark(mark: number): void {
  const result = shown.peek()?.result;
  const to = Math.min(marks.peek().length - 1, Math.max(0, mark));
  if (!result || to < 0) return;
  chosenMark.value = to;
  const state = replay.peek();
  if (state?.gap) replay.value = { ...state, time: result.restarts[marks.peek()[to]!]!.t };
}

/** The trusted interval on the time strip: its start, its duration, and the end of the comparison. */
export const trustWindows = computed(() => {
  const result = shown.value?.result, c = curve.value;
  if (!result || !c) return [];
  const length = c.t[c.t.length - 1] ?? 0;
  if (live.value && !inReplay.value) return [{ begin: live.value.start + live.value.first, length }];
  if (!inReplay.value) return [];
  return marks.value.map((i) => ({ begin: result.restarts[i]!.t, length }));
});

/** Whether the parameter reduces the gap and is part of the world; delays of commands are not. */
export const canApply = (change: Close) => change.closes > 0 && !change.parameter.startsWith('command.');
/** Each parameter was fitted alone, so applying several would overcorrect: only the best one is ticked by default. */
export const ticked = computed(() => {
  const all = (measured.value?.result.close ?? []).filter(canApply);
  const best = Math.max(...all.map((c) => c.closes));
  return all.filter((c) => ticks.value[c.parameter] ?? c.closes === best);
});

export function tick(parameter: string, on: boolean): void {
  ticks.value = { ...ticks.peek(), [parameter]: on };
}
