import { useRef } from 'preact/hooks';
import { formatNumber, NumberField } from './number_field';

/** A slider with its value beside it; while it is dragged, at most 20 values per second are sent. */
export function Slider({ label, value, lower, upper, unit, onChange, reason }: {
  label: string; value: number; lower: number; upper: number; unit?: string; reason?: string | false; onChange: (value: number) => void;
}) {
  const sent = useRef(0);
  const step = (upper - lower) / 200;
  const send = (to: number, last: boolean) => {
    const now = performance.now();
    if (!last && now - sent.current < 50) return;
    sent.current = now;
    onChange(to);
  };
  return (
    <div class="slider">
      <input type="range" aria-label={label} min={lower} max={upper} step={step} value={value} disabled={!!reason} aria-valuetext={`${formatNumber(value)} ${unit ?? ''}`}
        onInput={(event) => send(Number(event.currentTarget.value), false)} onChange={(event) => send(Number(event.currentTarget.value), true)} />
      <NumberField label={label} inside="" unit={unit} value={Number(value.toPrecision(4))} lower={lower} upper={upper} reason={reason} onChange={onChange} />
    </div>
  );
}
