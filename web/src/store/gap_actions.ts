import { computed, effect } from '@preact/signals';
import type { Services } from '../net/messages';
import { text } from '../panels/gap_strings';
import { modelPoseAt } from '../scene/model_pose';
import { view } from '../scene/start';
import { formatNumber } from '../ui/number_field';
import { branch, busy, chosenMark, chosenQuantity, inReplay, live, measured, problem, shown, tick, ticked, ticks, tolerances, type Measured } from './gap';
import { along, realTrack, type Close, type GapResult } from './gap_result';
import { ghost, ghostHidden, hideGhost } from './ghost';
import { driven, holderOf, recording_client } from './people';
import { editCount } from './properties';
import { recordings } from './recordings';
import { replay } from './replay';
import { ask, server, callOrToast } from './server';
import { rightOpen, rightTab } from './settings';
import { status } from './status';
import { toast } from './toasts';
import { did } from './undo';

const nameOf = (file: string) => file.replace(/^.*\//, '');

export function openGap(): void {
  rightOpen.value = true;
  rightTab.value = 'gap';
}

/** Counts requests; only the answer to the last one is used. */
let requests = 0;

interface Comparison { file: string; poseTopic?: string; set?: string[]; close?: boolean; what: string }

/** Runs the comparison; null if it failed, with the reason in `problem` or a toast. */
async function measure({ file, poseTopic = '', set = [], close = false, what }: Comparison): Promise<Measured | null> {
  const robot = measured.peek()?.file === file ? measured.peek()!.robot : driven.peek();
  if (!robot) { toast(text.noRobot, { kind: 'error' }); return null; }
  const mine = ++requests;
  busy.value = { what, news: text.starting };
  const edits = status.peek()?.unsaved_edits ?? 0, run = status.peek()?.run_id ?? '';
  const end = server.subscribe('/surefoot/gap/progress', (message) => { if (busy.peek()) busy.value = { ...busy.peek()!, news: message.data }; });
  try {
    const answer = await ask('/surefoot/gap/measure', { file, robot, pose_topic: poseTopic, set, close_gap: close, report: true }, 3600);
    const info = recordings.peek()?.find((r) => r.file === file);
    return { file, name: nameOf(file), ours: info?.from_surefoot ?? false, robot, poseTopic, result: JSON.parse(answer.json) as GapResult, report: answer.report, edits, run, looked: close };
  } finally {
    end();
    if (mine === requests) busy.value = null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The comparison was stopped by Stop or by a newer request, which needs no message. */
const givenUp = (error: unknown) => /given up/.test(messageOf(error));

function showError(error: unknown): void {
  if (!givenUp(error)) toast(messageOf(error), { kind: 'error' });
}

/** Compares a recording with the present world. */
export async function compare(file: string, poseTopic = ''): Promise<void> {
  openGap();
  problem.value = null;
  const name = nameOf(file);
  try {
    const made = await measure({ file, poseTopic, what: text.measuring(name) });
    if (!made) return;
    take(made);
  } catch (error) {
    if (givenUp(error)) return;
    const opened = await ask('/surefoot/recordings/open', { file }, 60).catch(() => null);
    problem.value = { file, name, message: messageOf(error), topics: opened?.pose_topics ?? [] };
  }
}

function take(made: Measured): void {
  const other = measured.peek()?.file !== made.file;
  // Fitted parameters are kept until the next calibration.
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
  ticks.value = {};
  chosenMark.value = 0;
}

/** Calibrates: finds the parameters that would reduce the gap. */
export async function calibrate(): Promise<void> {
  const now = measured.peek();
  if (!now) return;
  try {
    const made = await measure({ file: now.file, poseTopic: now.poseTopic, close: true, what: text.closing });
    if (made) take(made);
  } catch (error) { showError(error); }
}

const setting = (change: Close) => `${change.parameter}=${change.fitted}`;
export const changeText = ({ label, fitted, unit }: Close) => `${label.toLowerCase()} ${formatNumber(fitted)}${unit ? ` ${unit}` : ''}`;

/** Compares the recording again with one change; the world is not changed. */
export async function tryChange(change: Close): Promise<void> {
  const now = measured.peek();
  if (!now) return;
  try {
    const made = await measure({ file: now.file, poseTopic: now.poseTopic, set: [setting(change)], what: text.trying(changeText(change)) });
    if (!made) return;
    branch.value = { measured: made, change };
    replayGap();
  } catch (error) { showError(error); }
}

export function leaveBranch(): void {
  branch.value = null;
}

export async function stopMeasuring(): Promise<void> {
  if (await callOrToast('/surefoot/gap/cancel', {})) toast(text.stopped);
}

/** Shows the real and the simulated robot side by side in the recording's time. */
export function replayGap(): void {
  const now = shown.peek();
  if (!now || now.result.restarts.length === 0) return;
  const { duration } = now.result.recording, last = now.result.restarts[now.result.restarts.length - 1]!;
  const end = Math.max(duration, last.t + now.result.horizon);
  replay.value = { file: now.file, begin: 0, end, time: 0, playing: true, speed: 1, gap: true };
}

/** Places the robot of the running world at the recorded start and drives it by the recorded commands. */
export async function driveByRecording(): Promise<boolean> {
  const now = measured.peek(), first = now?.result.restarts[0];
  const model = now && view.peek()?.model(now.robot);
  if (!now || !first || !model) return false;
  replay.value = null;
  const { start, duration, command_topic: topic } = now.result.recording;
  const { x, y, heading } = along(first.real, 1, 0);
  const pose = modelPoseAt(model, x, y, heading);
  const answer = await callOrToast('/surefoot/gap/drive', { file: now.file, robot: now.robot, topic, begin: start + first.t, end: start + duration, use_pose: true, pose }, 120);
  if (!answer) return false;
  const time = (await ask('/surefoot/status', {}).catch(() => null))?.time ?? status.peek()?.time ?? 0;
  live.value = { file: now.file, robot: now.robot, start: time - first.t, first: first.t };
  if (status.peek()?.state !== 'playing') await callOrToast('/set_simulation_state', { state: { state: 1 } });
  return true;
}

/** Applies the ticked changes to the world as one step, drives by the recording, and measures again. */
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
  try { done = await fix(); } catch (error) {
    // Parameters that cannot be set are cleared, so that the others can be applied.
    const what = messageOf(error).match(/^'([\w.]+)' cannot be set/)?.[1];
    if (what) tick(what, false);
    showError(error);
    return;
  }
  /** Restores the old value of each part. */
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
  const side = inReplay.peek();
  if (!side && !running) { if (ghost.peek()?.gap) hideGhost(); return; }
  ghost.value = { file: now.file, topic: now.result.recording.pose_topic, model: now.robot, gap: true, offset: side ? 0 : running!.start, ...realTrack(now.result, base[14]!) };
}

export function startGap(): void {
  let had = false;
  // The drive has ended when another client has the robot.
  effect(() => {
    const running = live.value;
    const holds = !!running && holderOf(running.robot)?.client === recording_client;
    if (holds) had = true;
    else if (running && had) { had = false; live.value = null; }
  });
  const key = computed(() => [shown.value, live.value, inReplay.value, view.value?.built.value] as const);
  let last: readonly unknown[] = [];
  effect(() => {
    const now = key.value;
    if (now.every((part, i) => part === last[i])) return;
    last = now;
    showRealGhost();
    ghostHidden.value = false;
  });
}
