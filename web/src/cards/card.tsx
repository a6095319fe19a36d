import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { covered, windowSize } from '../store/layout';
import { lost } from '../store/status';
import { text } from '../panels/strings';
import { IconButton } from '../ui/button';
import { Icon, type IconName } from '../ui/icon';
import { closeCard, placeOf, setPlace, type CardSpec } from './store';

interface Props {
  spec: CardSpec; icon: IconName; width: number; height: number; aside?: ComponentChildren;
  children: (width: number, height: number, large: boolean) => ComponentChildren;
}

const head = 26, gap = 8;

/** The largest size of a card in the area that panels leave free. */
function largeSize(ratio: number): { width: number; height: number; x: number; y: number } {
  const { left, right } = covered.value, { width, height } = windowSize.value;
  const room = { width: width - left - right, height: height - 44 - 92 - 60 };
  const w = Math.min(room.width * 0.86, (room.height - head) * ratio * 0.95);
  const h = w / ratio;
  return { width: Math.round(w), height: Math.round(h), x: left + (room.width - w) / 2, y: 44 + 52 + (room.height - h - head) / 2 };
}

/** The window of a sensor: drag its header to move it, double click to enlarge, minimise to a chip. */
export function Card({ spec, icon, width, height, aside, children }: Props) {
  const place = placeOf(spec.id);
  const drag = useRef<{ dx: number; dy: number; moved: boolean } | null>(null);
  const box = useRef<HTMLElement>(null);
  if (place.size === 'chip') {
    return (
      <button type="button" class="chip-card" aria-label={text.cards.restore(spec.title)} onClick={() => setPlace(spec.id, { ...place, size: 'small' })}>
        <Icon name={icon} small />{spec.title}
      </button>
    );
  }
  const large = place.size === 'large';
  const big = large ? largeSize(width / height) : null;
  const size = big ?? { width, height };
  const toggle = () => setPlace(spec.id, { ...place, size: large ? 'small' : 'large' });
  const at = big ? { left: `${big.x}px`, top: `${big.y}px` } : place.x !== undefined ? { left: `${place.x}px`, top: `${place.y}px` } : undefined;
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || large || (event.target as Element).closest('button')) return;
    const rect = box.current!.getBoundingClientRect();
    drag.current = { dx: event.clientX - rect.left, dy: event.clientY - rect.top, moved: false };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const x = event.clientX - now.dx, y = event.clientY - now.dy, rect = box.current!.getBoundingClientRect();
    if (!now.moved && Math.hypot(x - rect.left, y - rect.top) < 4) return;
    now.moved = true;
    const { width: w, height: h } = windowSize.peek();
    setPlace(spec.id, { size: 'small', x: Math.min(w - 60, Math.max(gap, x)), y: Math.min(h - 92 - head, Math.max(44 + gap, y)) });
  };
  return (
    <section ref={box} class={`pip${at ? ' free' : ''}${large ? ' large' : ''}`} aria-label={spec.title} data-card={spec.id} style={{ width: `${size.width + 2}px`, ...at }}>
      <header onPointerDown={down} onPointerMove={move} onPointerUp={() => { drag.current = null; }} onDblClick={toggle} data-tip={text.cards.move}>
        <Icon name={icon} small /><span class="nm">{spec.title}</span><span class="grow" />
        {lost.value ? <span class="rate stale">{text.cards.stale}</span> : aside}
        <span class="more">
          <IconButton small icon="minus" label={text.cards.minimise(spec.title)} onClick={() => setPlace(spec.id, { ...place, size: 'chip' })} />
          <IconButton small icon="x" label={`${text.cards.close} ${spec.title}`} onClick={() => closeCard(spec.id)} />
        </span>
        <IconButton small icon={large ? 'minimize' : 'maximize'} label={(large ? text.cards.shrink : text.cards.enlarge)(spec.title)} onClick={toggle} />
      </header>
      <div onDblClick={toggle}>{children(size.width, size.height, large)}</div>
    </section>
  );
}
