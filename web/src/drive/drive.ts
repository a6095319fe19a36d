import { computed, effect, signal } from '@preact/signals';
import { control, driven, takeControl } from '../store/people';
import { findModel } from '../store/scene';
import { replay } from '../store/replay';
import { server } from '../store/server';
import { kept } from '../store/settings';
import { lost } from '../store/status';
import { toast } from '../store/toasts';
import { text } from '../strings';

export type DriveKey = 'forward' | 'back' | 'left' | 'right';

/** Top speeds of keys and sticks. */
export const topSpeed = kept('top_speed', 0.6);
export const topTurn = kept('top_turn', 1.0);
const slow_share = 0.35;
const repeat_ms = 50;

export const pressed = signal<ReadonlySet<DriveKey>>(new Set());
/** Factor while Shift is held. */
export const slow = signal(false);
/** From -1 to 1: forward, and turning left. */
export const stick = signal<{ forward: number; left: number } | null>(null);
export const pad = signal<{ forward: number; left: number } | null>(null);

/** The topic on which the driven robot accepts velocities; '' if it has none. */
export const commandTopic = computed(() => {
  const commands = findModel(driven.value)?.commands ?? [];
  return commands.find((c) => c.endsWith('cmd_vel')) ?? '';
});

/** The present command. */
export const command = computed(() => {
  const held = stick.value ?? pad.value;
  const keys = pressed.value;
  const on = (key: DriveKey) => (keys.has(key) ? 1 : 0);
  const forward = held ? held.forward : on('forward') - on('back');
  const left = held ? held.left : on('left') - on('right');
  const share = slow.value ? slow_share : 1;
  return { v: forward * topSpeed.value * share, w: left * topTurn.value * share, active: !!held || keys.size > 0 };
});

let timer = 0;
let sending = '';

function send(topic: string, v: number, w: number): void {
  const zero = { x: 0, y: 0, z: 0 };
  server.publish(topic, 'geometry_msgs/Twist', { linear: { ...zero, x: v }, angular: { ...zero, z: w } });
}

/** Releases all inputs and sends a stop command at once. */
export function stopDriving(): void {
  pressed.value = new Set();
  stick.value = null;
  pad.value = null;
}

/** A key, finger or gamepad starts driving; false if another client has control. */
export async function wantsToDrive(): Promise<boolean> {
  const now = control.value;
  if (now.kind === 'mine' || now.kind === 'asked') return true;
  if (now.kind === 'none' || now.kind === 'recording') return takeControl();
  if (now.kind === 'other') {
    toast(text.control.refused(now.name).replace(/ Ask$/, ''), { actions: [{ label: text.control.ask, run: () => void takeControl() }] });
  }
  return false;
}

export function pressKey(key: DriveKey, down: boolean): void {
  if (pressed.value.has(key) === down) return;
  const keys = new Set(pressed.value);
  if (down) keys.add(key);
  else keys.delete(key);
  pressed.value = keys;
}

function begin(topic: string): void {
  sending = topic;
  timer = window.setInterval(() => send(sending, command.peek().v, command.peek().w), repeat_ms);
}

function end(): void {
  clearInterval(timer);
  if (sending) send(sending, 0, 0);
  sending = '';
}

export function startDriving(): void {
  let asked = false;
  effect(() => {
    const { v, w, active } = command.value, topic = commandTopic.value;
    if (!active || !topic || lost.value || replay.value) { asked = false; end(); return; }
    if (control.value.kind !== 'mine' && control.value.kind !== 'asked') {
      // Control is requested once per press; held keys take effect as soon as it is granted.
      if (!asked) { asked = true; void wantsToDrive(); }
      if (sending) end();
      return;
    }
    if (sending !== topic) { end(); begin(topic); }
    send(topic, v, w);
  });
  window.addEventListener('blur', stopDriving);
  document.addEventListener('visibilitychange', () => { if (document.hidden) stopDriving(); });
  window.addEventListener('pagehide', stopDriving);
}
