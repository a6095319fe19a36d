import { signal } from '@preact/signals';
import { motion } from '../drive/card';
import { events } from '../store/events';
import { driven } from '../store/people';
import { view } from '../scene/start';
import { clockText } from './format';

const line = signal('');
const every_ms = 2000;

function where(): string {
  const base = view.value?.model(driven.value)?.base;
  if (!base) return '';
  const [x, y] = [base.matrixWorld.elements[12]!, base.matrixWorld.elements[13]!];
  return `${driven.value} at x ${x.toFixed(1)}, y ${y.toFixed(1)} metres, ${motion.value.v.toFixed(1)} metres per second`;
}

/** A description of the picture for screen readers: at most one line every two seconds, events first. */
export function startLiveRegion(): void {
  let announced = 0, place = '';
  setInterval(() => {
    const all = events.peek();
    const last = all[all.length - 1];
    if (last && all.length !== announced) {
      announced = all.length;
      line.value = `${clockText(last.time)} ${last.text}`;
      return;
    }
    const now = where();
    if (now !== place && now) { place = now; line.value = now; }
  }, every_ms);
}

export function LiveRegion() {
  return <div class="hide" role="log" aria-live="polite" aria-label="What happens in the world">{line.value}</div>;
}
