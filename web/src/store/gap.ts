import { computed, effect, signal } from '@preact/signals';
import type { Services } from '../net/messages';
import { text } from '../panels/gap_strings';
import { modelPoseAt } from '../scene/model_pose';
import { view } from '../scene/start';
import { formatNumber } from '../ui/number_field';
import { ghost, ghostHidden, hideGhost } from './ghost';
import { judge } from './gap_math';
import { along, markAt, marksOf, realTrack, type Close, type GapResult } from './gap_result';
import { driven, holderOf, recording_client } from './people';
import { editCount } from './properties';
import { recordings } from './recordings';
import { replay } from './replay';
import { ask, server, tell } from './server';
import { rightOpen, rightTab } from './settings';
import { status } from './status';
import { toast } from './toasts';
import { did } from './undo';

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
/** Parameters whose box is not ticked. */
export const unticked = signal<ReadonlySet<string>>(new Set());

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
export const marks = computed(() => (shown.value ? marksOf(shown.value.result) : []));
/** The world was edited or replaced since the measurement. */
export const stale = computed(() => {
  const now = measured.value, s = status.value;
  return !!now && !!s && (s.run_id !== now.run || s.unsaved_edits !== now.edits);
});

/** The running world is driven by the recording since this simulated time. */
export const live = signal<{ file: string; robot: string; start: number } | null>(null);
const chosenMark = signal(0);

/** The mark that is shown and the seconds since it; null seconds while nothing is replayed. */
export const nowAt = computed(() => {
  const result = shown.value?.result;
  if (!result || marks.value.length === 0) return { mark: 0, seconds: null };
  const running = live.value;
  if (running && !replay.value) return { mark: 0, seconds: (status.value?.time ?? 0) - running.start };
  if (!replay.value?.gap) return { mark: Math.min(chosenMark.value, marks.value.length - 1), seconds: null };
  const mark = markAt(result, marks.value, replay.value.time);
  return { mark, seconds: replay.value.time - result.restarts[marks.value[mark]!]!.t };
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
  if (live.value && !replay.value) return [{ begin: live.value.start, length }];
  if (!replay.value?.gap) return [];
  return marks.value.map((i) => ({ begin: result.restarts[i]!.t, length }));
});

const nameOf = (file: string) => file.replace(/^.*\//, '');

export function openGap(): void {
  rightOpen.value = true;
  rightTab.value = 'gap';
}

interface Wish { file: string; poseTopic?: string; set?: string[]; close?: boolean; what: string }

/** Runs the comparison; null, with the reason in `problem` or a toast, when there is none. */
async function measure({ file, poseTopic = '', set = [], close = false, what }: Wish): Promise<Measured | null> {
  const robot = measured.peek()?.file === file ? measured.peek()!.robot : driven.peek();
  if (!robot) { toast(text.noRobot, { kind: 'error' }); return null; }
  const mine = { what, news: text.starting };
  busy.value = mine;
  const edits = status.peek()?.unsaved_edits ?? 0, run = status.peek()?.run_id ?? '';
  const end = server.subscribe('/surefoot/gap/progress', (message) => { if (busy.peek()) busy.value = { ...busy.peek()!, news: message.data }; });
  try {
    const answer = await ask('/surefoot/gap/measure', { file, robot, pose_topic: poseTopic, set, close, report: true }, 3600);
    const info = recordings.peek()?.find((r) => r.file === file);
    return { file, name: nameOf(file), ours: info?.ours ?? false, robot, poseTopic, result: JSON.parse(answer.json) as GapResult, report: answer.report, edits, run, looked: close };
  } finally {
    end();
    if (busy.peek()?.what === what) busy.value = null;
  }
}

function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Compares a recording with the world as it is. */
export async function compare(file: string, poseTopic = ''): Promise<void> {
  openGap();
  problem.value = null;
  const name = nameOf(file);
  try {
    const made = await measure({ file, poseTopic, what: text.measuring(name) });
    if (!made) return;
    take(made);
  } catch (error) {
    const opened = await ask('/surefoot/recordings/open', { file }, 60).catch(() => null);
    problem.value = { file, name, message: told(error), topics: opened?.pose_topics ?? [] };
  }
}

function take(made: Measured): void {
  const other = measured.peek()?.file !== made.file;
  // What was fitted stays until it is looked for anew.
  if (!other && !made.looked) {
    made.result.close = measured.peek()!.result.close;
    made.looked = measured.peek()!.looked;
  }
  branch.value = null;
  measured.value = made;
  problem.value = null;
  if (!other) return;
  chosenQuantity.value = '';
  tolerances.value = {};
  unticked.value = new Set();
  chosenMark.value = 0;
}

/** Looks for what would close the gap. */
export async function calibrate(): Promise<void> {
  const now = measured.peek();
  if (!now) return;
  try {
    const made = await measure({ file: now.file, poseTopic: now.poseTopic, close: true, what: text.closing });
    if (made) take(made);
  } catch (error) { toast(told(error), { kind: 'error' }); }
}

const setting = (change: Close) => `${change.parameter}=${change.fitted}`;
export const changeText = ({ label, fitted, unit }: Close) => `${label.toLowerCase()} ${formatNumber(fitted)}${unit ? ` ${unit}` : ''}`;

/** The recording once more with one change; the world is not touched. */
export async function tryChange(change: Close): Promise<void> {
  const now = measured.peek();
  if (!now) return;
  try {
    const made = await measure({ file: now.file, poseTopic: now.poseTopic, set: [setting(change)], what: text.trying(changeText(change)) });
    if (!made) return;
    branch.value = { measured: made, change };
    replayGap();
  } catch (error) { toast(told(error), { kind: 'error' }); }
}

export function leaveBranch(): void {
  branch.value = null;
}

export async function stopMeasuring(): Promise<void> {
  if (await tell('/surefoot/gap/cancel', {})) toast(text.stopped);
}

/** Shows real and simulated robot side by side in the recording's time. */
export function replayGap(): void {
  const now = shown.peek();
  if (!now || now.result.restarts.length === 0) return;
  const { duration } = now.result.recording, last = now.result.restarts[now.result.restarts.length - 1]!;
  const end = Math.max(duration, last.t + now.result.horizon);
  replay.value = { file: now.file, begin: 0, end, time: 0, playing: true, speed: 1, gap: true };
}

/** Puts the robot of the running world at the recorded start and gives it the recorded commands. */
export async function driveByRecording(): Promise<boolean> {
  const now = measured.peek(), first = now?.result.restarts[0];
  const model = now && view.peek()?.model(now.robot);
  if (!now || !first || !model) return false;
  replay.value = null;
  const { start, duration, command_topic: topic } = now.result.recording;
  const { x, y, heading } = along(first.real, 1, 0);
  const pose = modelPoseAt(model, x, y, heading);
  const answer = await tell('/surefoot/gap/drive', { file: now.file, robot: now.robot, topic, begin: start + first.t, end: start + duration, place: true, pose }, 120);
  if (!answer) return false;
  live.value = { file: now.file, robot: now.robot, start: (status.peek()?.time ?? 0) - first.t };
  if (status.peek()?.state !== 'playing') await tell('/set_simulation_state', { state: { state: 1 } });
  return true;
}

export const ticked = computed(() => (measured.value?.result.close ?? []).filter((c) => c.closes > 0 && !unticked.value.has(c.parameter)));

export function tick(parameter: string, on: boolean): void {
  const now = new Set(unticked.peek());
  if (on) now.delete(parameter);
  else now.add(parameter);
  unticked.value = now;
}

/** Applies the ticked changes to the world as one step, drives by the recording, and measures anew. */
export async function replayWithFix(): Promise<void> {
  const now = measured.peek(), changes = ticked.peek();
  if (!now || changes.length === 0) return;
  if (live.peek()) await ask('/surefoot/gap/stop', {}).catch(() => null);
  const { robot, file, poseTopic } = now;
  const fix = async () => {
    const done = await ask('/surefoot/gap/apply', { robot, set: changes.map(setting) }, 60);
    editCount.value++;
    return done;
  };
  let done: Services['/surefoot/gap/apply'][1];
  try { done = await fix(); } catch (error) { toast(told(error), { kind: 'error' }); return; }
  /** Each part gets back what it had. */
  const back = async () => {
    if (live.peek()) await ask('/surefoot/gap/stop', {}).catch(() => null);
    for (const [i, entity] of done.entities.entries()) {
      await ask('/surefoot/edit/set', { entity, part: done.parts[i]!, property: done.properties[i]!, value: [done.old_values[i]!], text: '' });
    }
    editCount.value++;
  };
  const label = changes.map((c) => text.close.change(c.label, formatNumber(c.was), `${formatNumber(c.fitted)}${c.unit ? ` ${c.unit}` : ''}`)).join(', ');
  did({ label, undo: back, redo: fix });
  branch.value = null;
  await driveByRecording();
  await compare(file, poseTopic);
}

/** The real robot as a ghost, in the time of the replay or of the drive. */
function showRealGhost(): void {
  const now = shown.peek(), running = live.peek();
  const base = now && view.peek()?.model(now.robot)?.base.matrixWorld.elements;
  if (!now || !base || now.result.restarts.length === 0) return;
  const inReplay = replay.peek()?.gap ?? false;
  if (!inReplay && !running) { if (ghost.peek()?.gap) hideGhost(); return; }
  ghost.value = { file: now.file, topic: now.result.recording.pose_topic, model: now.robot, gap: true, offset: inReplay ? 0 : running!.start, ...realTrack(now.result, base[14]!) };
}

export function startGap(): void {
  let had = false;
  // The drive is over when somebody else has the robot.
  effect(() => {
    const running = live.value;
    const holds = !!running && holderOf(running.robot)?.client === recording_client;
    if (holds) had = true;
    else if (running && had) { had = false; live.value = null; }
  });
  const key = computed(() => [shown.value, live.value, replay.value?.gap ?? false, view.value?.built.value] as const);
  let last: readonly unknown[] = [];
  effect(() => {
    const now = key.value;
    if (now.every((part, i) => part === last[i])) return;
    last = now;
    showRealGhost();
    ghostHidden.value = false;
  });
}
