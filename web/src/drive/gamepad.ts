import { signal } from '@preact/signals';
import { driven } from '../store/people';
import { toast } from '../store/toasts';
import { pad } from './drive';

const dead_zone = 0.08;
/** RB of a standard gamepad, a dead-man's switch: the stick drives only while it is held. */
const enable_button = 5;

export type PadState = 'none' | 'waiting' | 'ready' | 'driving';
export const padState = signal<PadState>('none');

function beyondDeadZone(value: number): number {
  const size = Math.abs(value);
  return size < dead_zone ? 0 : (Math.sign(value) * (size - dead_zone)) / (1 - dead_zone);
}

let allowed = false;
let asked = false;

function ask(): void {
  asked = true;
  toast(`Drive ${driven.value} with this gamepad? Hold RB and use the left stick.`, {
    seconds: 20, actions: [{ label: 'Drive', run: () => { allowed = true; } }, { label: 'No', run: () => {} }],
  });
}

function look(): void {
  const found = [...(navigator.getGamepads?.() ?? [])].find((p) => p?.connected && p.axes.length >= 2);
  if (!found) {
    padState.value = 'none';
    if (pad.value) pad.value = null;
    return;
  }
  const forward = -beyondDeadZone(found.axes[1] ?? 0), left = -beyondDeadZone(found.axes[0] ?? 0);
  if (!allowed) {
    padState.value = 'waiting';
    if (!asked && (forward !== 0 || left !== 0)) ask();
    return;
  }
  const held = found.buttons[enable_button]?.pressed ?? false;
  padState.value = held ? 'driving' : 'ready';
  if (held) pad.value = { forward, left };
  else if (pad.value) pad.value = null;
}

/** Polls gamepads at 50 Hz while one is connected. */
export function startGamepad(): void {
  let timer = 0;
  const start = () => { if (!timer) timer = window.setInterval(look, 20); };
  window.addEventListener('gamepadconnected', start);
  window.addEventListener('gamepaddisconnected', () => {
    look();
    if (padState.value === 'none') { clearInterval(timer); timer = 0; allowed = asked = false; }
  });
}
