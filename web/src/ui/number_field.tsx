import { useRef, useState } from 'preact/hooks';
import { evaluate } from './expression';

interface Props {
  label: string;
  value: number | null;
  unit?: string;
  /** The value in the file; a dot and "was 0.62" indicate a change, and a click there restores it. */
  original?: number;
  lower?: number | null;
  upper?: number | null;
  digits?: number;
  /** Fixed number of decimals. */
  fixed?: number;
  /** Sent, but not yet confirmed by the simulator. */
  waiting?: boolean;
  reason?: string | false;
  /** Shown without a number. */
  none?: string;
  /** A short name inside the field ("x") instead of the label beside it. */
  inside?: string;
  onChange: (value: number) => void;
}

export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return String(value);
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4)) return value.toExponential(Math.max(0, digits - 2));
  return String(Number(value.toPrecision(digits)));
}

/** A field for a number or an expression; dragging its label changes the value, with Shift 10 times faster, with Alt slower. */
export function NumberField(props: Props) {
  const { label, value, unit, original, lower, upper, digits = 4, fixed, waiting, reason, none = 'mixed', inside, onChange } = props;
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const scrub = useRef<{ x: number; from: number; now: number } | null>(null);

  const written = (v: number) => (fixed === undefined ? formatNumber(v, digits) : v.toFixed(fixed).replace(/^-(0\.?0*)$/, '$1'));
  const accept = (number: number): boolean => {
    const low = lower ?? -Infinity, high = upper ?? Infinity;
    if (Number.isFinite(number) && number >= low && number <= high) return true;
    setProblem(!Number.isFinite(number) ? 'Not a number.'
      : number < low ? `At least ${formatNumber(low)}.` : `At most ${formatNumber(high)}.`);
    return false;
  };
  const commit = () => {
    if (text === null) return;
    const number = evaluate(text);
    if (!accept(number)) return;
    setProblem('');
    setText(null);
    if (number !== value) onChange(number);
  };
  /** Arrow keys change the value as dragging the label does. */
  const nudge = (event: KeyboardEvent) => {
    event.preventDefault();
    const from = text === null ? value : evaluate(text);
    if (reason || from === null || Number.isNaN(from)) return;
    const step = Math.max(Math.abs(from), 0.1) * 0.01 * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    const moved = Math.min(upper ?? Infinity, Math.max(lower ?? -Infinity, from + (event.key === 'ArrowUp' ? step : -step)));
    setText(written(Number(moved.toPrecision(digits))));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') { setText(null); setProblem(''); }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') nudge(event);
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  const startScrub = (event: PointerEvent) => {
    if (reason || value === null) return;
    scrub.current = { x: event.clientX, from: value, now: value };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const moveScrub = (event: PointerEvent) => {
    const start = scrub.current;
    if (!start || Math.abs(event.clientX - start.x) < 2) return;
    const step = Math.max(Math.abs(start.from), 0.1) * 0.01 * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    const moved = start.from + (event.clientX - start.x) * step;
    start.now = Number(Math.min(upper ?? Infinity, Math.max(lower ?? -Infinity, moved)).toPrecision(digits));
    setText(written(start.now));
  };
  const endScrub = () => {
    const start = scrub.current;
    scrub.current = null;
    setText(null);
    if (start && start.now !== start.from) onChange(start.now);
  };
  const changed = original !== undefined && value !== null && Math.abs(value - original) > 1e-9 * Math.max(1, Math.abs(original));
  const handle = { onPointerDown: startScrub, onPointerMove: moveScrub, onPointerUp: endScrub };
  const shown = text ?? (value === null ? '' : written(value));
  const field = (
    <span class={`in m${problem ? ' bad' : ''}${waiting ? ' waiting' : ''}`}>
      {inside && <u class="scrub" {...handle}>{inside}</u>}
      <input aria-label={unit ? `${label}, ${unit}` : label} value={shown} readOnly={!!reason} data-tip={reason || undefined}
        placeholder={value === null ? none : ''} aria-invalid={problem ? true : undefined} inputMode="decimal" spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)} onBlur={commit} onKeyDown={keys}
        onFocus={(event) => event.currentTarget.select()} />
      {changed
        ? <button type="button" class="was" data-tip="Back to the value of the file" onClick={() => onChange(original)}>
            was {formatNumber(original, digits)}</button>
        : unit && !inside && <u>{unit}</u>}
      {problem && <span class="problem" role="alert">{problem}</span>}
    </span>
  );
  if (inside !== undefined) return field;
  return (
    <div class="pr">
      <span class="label scrub" {...handle}>{changed && <i class="dot" />}{label}</span>
      {field}
    </div>
  );
}
