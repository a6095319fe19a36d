import { computed, signal } from '@preact/signals';
import { compare } from './gap_actions';
import { client } from './people';
import { replay } from './replay';
import { ask, fileAddress, callOrToast } from './server';
import { playing, status } from './status';
import { toast, type ToastAction } from './toasts';
import { did, forgetSteps } from './undo';
import { bytesText, clockText } from '../ui/format';

/** Number of steps taken by "step". */
export const stepCount = signal(1);
/** Speeds of the four buttons; 0 for as fast as possible. */
export const speeds = [0.25, 1, 4, 0] as const;

const playingState = 1, pausedState = 2;

interface Kept { name: string; step: number }
/** Snapshots from before steps, the newest last. */
const before = signal<readonly Kept[]>([]);
const max_kept = 20;
let next = 1;

function snapshotName(kind: string): string {
  return `page_${client.peek().replace(/\W/g, '_')}_${kind}_${next++}`;
}

export async function togglePlay(): Promise<void> {
  const shown = replay.value;
  if (shown) {
    replay.value = { ...shown, playing: !shown.playing, time: shown.time >= shown.end ? shown.begin : shown.time };
    return;
  }
  await callOrToast('/set_simulation_state', { state: { state: playing.value ? pausedState : playingState } });
}

/** Pauses if necessary and takes exactly `steps` steps. */
export async function step(steps = stepCount.value): Promise<void> {
  if (playing.value) {
    if (!await callOrToast('/set_simulation_state', { state: { state: pausedState } })) return;
  }
  const name = snapshotName('step');
  const saved = await ask('/surefoot/snapshot/save', { name, file: '' }).catch(() => null);
  if (saved) keep({ name, step: saved.step });
  await callOrToast('/step_simulation', { steps });
}

function keep(one: Kept): void {
  const all = [...before.value, one];
  for (const old of all.slice(0, -max_kept)) void ask('/surefoot/snapshot/delete', { name: old.name }).catch(() => null);
  before.value = all.slice(-max_kept);
}

/** Restores the state before the last step taken by this page. */
export async function stepBack(): Promise<void> {
  const last = before.value[before.value.length - 1];
  if (!last) return;
  before.value = before.value.slice(0, -1);
  await callOrToast('/surefoot/snapshot/restore', { name: last.name, file: '' });
  void ask('/surefoot/snapshot/delete', { name: last.name }).catch(() => null);
}

export const canStepBack = computed(() => before.value.length > 0 && !playing.value);

export async function setSpeed(speed: number): Promise<void> {
  const shown = replay.value;
  if (shown) {
    replay.value = { ...shown, speed: speed || 16 };
    return;
  }
  await callOrToast('/surefoot/set_pace', { pace: speed === 0 ? 'free' : 'real_time', speed });
}

/** Resets everything to the start; can be undone. */
export async function reset(): Promise<void> {
  const name = snapshotName('reset');
  const saved = await ask('/surefoot/snapshot/save', { name, file: '' }).catch(() => null);
  const again = () => ask('/reset_simulation', { scope: 0 });
  if (!await callOrToast('/reset_simulation', { scope: 0 })) return;
  const label = `Reset at ${clockText(saved?.time ?? status.value?.time ?? 0)}`;
  if (saved) did({ label, undo: () => ask('/surefoot/snapshot/restore', { name, file: '' }), redo: again }, { seconds: 10 });
  else toast(label);
}

export async function setSeed(seed: number): Promise<void> {
  if (await callOrToast('/surefoot/set_seed', { seed })) toast(`Restarted with seed ${seed}.`);
}

export async function switchEngine(engine: string): Promise<void> {
  const old = status.value?.engine ?? '';
  if (engine === old || !await callOrToast('/surefoot/switch_engine', { engine }, 120)) return;
  // Snapshots in memory are lost with the engine.
  before.value = [];
  forgetSteps();
  did({
    label: `Engine: ${old} to ${engine}`,
    undo: () => ask('/surefoot/switch_engine', { engine: old }, 120),
    redo: () => ask('/surefoot/switch_engine', { engine }, 120),
  });
}

function recordingName(): string {
  const world = (status.value?.world || 'world').replace(/\W+/g, '_');
  const now = new Date(), two = (n: number) => String(n).padStart(2, '0');
  const stamp = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${world}_${stamp}_${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.mcap`;
}

export async function toggleRecord(): Promise<void> {
  const now = status.value;
  if (!now) return;
  if (!now.recording) {
    await callOrToast('/surefoot/record/start', { file: recordingName(), topics: [] });
    return;
  }
  const file = now.recording, seconds = now.recorded_seconds;
  if (!await callOrToast('/surefoot/record/stop', {}, 60)) return;
  const info = (await ask('/surefoot/recordings/list', {}).catch(() => null))?.recordings.find((r) => r.file === file);
  const name = file.replace(/^.*\//, '');
  const size = bytesText(info?.bytes ?? now.recorded_bytes);
  const actions: ToastAction[] = [{ label: 'Open', run: () => void openRecording(file) }];
  if (info?.download) actions.push({ label: 'Download', run: () => download(info.download) });
  actions.push({ label: 'Compare', run: () => void compare(file) });
  toast(`${name}, ${Math.round(info ? info.end - info.begin : seconds)} s, ${size}`, { seconds: 12, actions });
}

/** Shows a recording instead of the running world. */
export async function openRecording(file: string): Promise<void> {
  const opened = await callOrToast('/surefoot/recordings/open', { file }, 60);
  if (!opened) return;
  const { begin, end } = opened.info;
  replay.value = { file, begin, end, time: begin, playing: true, speed: 1 };
}

export function closeRecording(): void {
  replay.value = null;
}

export function download(name: string): void {
  const link = document.createElement('a');
  link.href = fileAddress(name);
  link.download = '';
  link.click();
}

/** Index of the speed button that matches the server's speed. */
export function speedIndex(speed: number): number {
  return speeds.findIndex((s) => Math.abs(s - (Number.isFinite(speed) ? speed : 0)) < 1e-6);
}

