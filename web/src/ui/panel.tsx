import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface Props {
  side: 'left' | 'right';
  label: string;
  width: number;
  /** Signal with the chosen width; 0 for the default. */
  chosen: Signal<number>;
  children: ComponentChildren;
}

const min = 200, max = 480;

/** A card at an edge of the view. Its inner edge can be dragged, moved by arrows, and reset by a double click. */
export function Panel({ side, label, width, chosen, children }: Props) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  const sign = side === 'left' ? 1 : -1;
  const set = (value: number) => { chosen.value = Math.round(Math.min(max, Math.max(min, value))); };
  return (
    <aside class={`card ${side}`} aria-label={label} style={{ width: `${width}px` }} data-region={side} tabIndex={-1}>
      <div class="inside">{children}</div>
      <div class="grip" role="separator" aria-orientation="vertical" aria-label={`Width of ${label}`} tabIndex={0}
        aria-valuenow={width} aria-valuemin={min} aria-valuemax={max} onDblClick={() => { chosen.value = 0; }}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, width };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (drag.current) set(drag.current.width + sign * (event.clientX - drag.current.x));
        }}
        onPointerUp={() => { drag.current = null; }}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0;
          if (by) { event.preventDefault(); event.stopPropagation(); set(width + sign * by); }
        }} />
    </aside>
  );
}
