import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { covered, drawers } from '../store/layout';
import { driven } from '../store/people';
import { replay } from '../store/replay';
import { lost } from '../store/status';
import { Icon } from '../ui/icon';
import { commandTopic, pressed, pressKey, stick, topSpeed, topTurn, type DriveKey } from './drive';
import { padState } from './gamepad';

/** Motion of the driven robot, as drawn. */
export const motion = signal({ v: 0, w: 0 });
/** Show the round stick instead of keys; always on touch screens. */
export const showStick = signal(matchMedia('(pointer: coarse)').matches);

const keys: [string, DriveKey | null][] = [
  ['', null], ['W', 'forward'], ['', null], ['A', 'left'], ['S', 'back'], ['D', 'right'],
];

function Keys() {
  return (
    <div class="keys" role="group" aria-label="Keys that drive">
      {keys.map(([name, key], i) => (key
        ? <kbd key={name} class={pressed.value.has(key) ? 'on' : ''}
            onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); pressKey(key, true); }}
            onPointerUp={() => pressKey(key, false)} onPointerCancel={() => pressKey(key, false)}>{name}</kbd>
        : <span key={i} />))}
    </div>
  );
}

const reach = 21;

function Stick() {
  const circle = useRef<HTMLDivElement>(null);
  const set = (event: PointerEvent) => {
    const box = circle.current!.getBoundingClientRect();
    const x = event.clientX - box.left - box.width / 2, y = event.clientY - box.top - box.height / 2;
    const size = Math.max(1, Math.hypot(x, y) / reach);
    stick.value = { forward: -y / reach / size, left: -x / reach / size };
  };
  const end = () => { stick.value = null; };
  const now = stick.value ?? { forward: 0, left: 0 };
  return (
    <div ref={circle} class="stick" role="application" aria-label="Stick: drag to drive" onPointerDown={(event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      set(event);
    }} onPointerMove={(event) => { if (event.buttons) set(event); }} onPointerUp={end} onPointerCancel={end}>
      <i style={{ transform: `translate(${-now.left * reach}px, ${-now.forward * reach}px)` }} />
    </div>
  );
}

const pad_texts = { none: '', waiting: 'move stick to use it', ready: 'hold RB to drive', driving: 'stick drives' };

/** Keys or stick, and the robot's speed. */
export function DriveCard() {
  if (!commandTopic.value || lost.value || replay.value) return null;
  const { v, w } = motion.value;
  const number = (value: number) => (Math.abs(value) < 0.005 ? '0.00' : value.toFixed(2));
  const note = pad_texts[padState.value] || (showStick.value ? 'use keys' : 'use stick');
  return (
    <section class="hud" aria-label={`Drive ${driven.value}`} style={{ right: `${drawers.value ? 8 : covered.value.right}px` }}
      data-tip={`${driven.value}: up to ${topSpeed.value} m/s, ${topTurn.value} rad/s`}>
      {showStick.value ? <Stick /> : <Keys />}
      <div class="gauge">
        <b id="speed">{number(v)}</b> m/s<br /><b id="turn">{number(w)}</b> rad/s<br />
        <button type="button" class="pad" onClick={() => { showStick.value = !showStick.value; }}>
          <Icon name="gamepad" small />{note}
        </button>
      </div>
    </section>
  );
}
