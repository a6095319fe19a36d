import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../strings';
import { theme } from '../store/settings';
import { lost, playing, status } from '../store/status';
import { Popover } from '../ui/popover';

const kept = 40;

/** The stage that takes most of a step, and its share in percent. */
function worstStage(): { name: string; share: number } | null {
  const now = status.value;
  if (!now || now.stages.length === 0) return null;
  const total = now.stage_seconds.reduce((sum, s) => sum + s, 0);
  let worst = 0;
  now.stage_seconds.forEach((s, i) => { if (s > now.stage_seconds[worst]!) worst = i; });
  return total > 0 ? { name: now.stages[worst]!, share: Math.round((100 * now.stage_seconds[worst]!) / total) } : null;
}

function Spark({ values }: { values: number[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const off = lost.value, look = theme.value;
  useEffect(() => {
    const x = canvas.current?.getContext('2d');
    if (!x) return;
    const style = getComputedStyle(document.documentElement);
    const { width, height } = x.canvas;
    x.fillStyle = style.getPropertyValue('--surface-3');
    x.fillRect(0, 0, width, height);
    x.strokeStyle = style.getPropertyValue(off ? '--ink-3' : '--accent');
    x.lineWidth = 3;
    x.beginPath();
    values.forEach((v, i) => {
      const px = (i / (kept - 1)) * width, py = height - 5 - Math.min(1.2, v) / 1.2 * (height - 10);
      if (i) x.lineTo(px, py);
      else x.moveTo(px, py);
    });
    x.stroke();
  }, [values[values.length - 1], values.length, off, look]);
  return <canvas ref={canvas} width={112} height={40} style={{ width: '56px', height: '20px' }} class="wide" aria-hidden="true" />;
}

function Stages({ onClose }: { onClose: () => void }) {
  const now = status.value;
  const total = now ? now.stage_seconds.reduce((sum, s) => sum + s, 0) : 0;
  const taken = now?.cameras?.reduce((sum, c) => sum + c.taken, 0) ?? 0, dropped = now?.cameras?.reduce((sum, c) => sum + c.dropped, 0) ?? 0;
  return (
    <Popover role="dialog" label="Where a step's time goes" class="stages" onClose={onClose} style={{ bottom: '42px', left: 0 }}>
      <h3>Where a step's time goes</h3>
      {now && total > 0 ? now.stages.map((stage, i) => {
        const seconds = now.stage_seconds[i] ?? 0;
        return (
          <div class="stage" key={stage}>
            <span>{stage}</span>
            <span class="bar"><i style={{ width: `${(100 * seconds) / total}%` }} /></span>
            <span class="m">{(seconds * 1e3).toFixed(1)} <span class="faint">ms/s</span></span>
          </div>
        );
      }) : <p class="dim">Nothing has been measured yet.</p>}
      {total > 0 && <p class="dim" style={{ marginTop: '6px' }}>
        Together <span class="m">{Math.round(total * 100)} %</span> of the time; what is left is spent waiting.</p>}
      {taken + dropped > 0 && <p class="dim">Cameras took <span class="m">{taken}</span> pictures; <span class={dropped ? 'm warn' : 'm'}>{dropped}</span> were dropped.</p>}
    </Popover>
  );
}

/** The real-time factor; if it stays low for two seconds, also the cause. */
export function RealTime() {
  const [open, setOpen] = useState(false);
  const history = useRef<number[]>([]);
  const slowSince = useRef(0);
  const now = status.value;
  const factor = playing.value ? now!.real_time_factor : 0;
  useEffect(() => {
    if (!now || lost.value) return;
    history.current = [...history.current, factor / (now.speed || 1)].slice(-kept);
  }, [now]);
  const wanted = now && now.speed > 0 ? now.speed : 0;
  const slow = playing.value && wanted > 0 && factor < 0.9 * wanted;
  if (!slow) slowSince.current = 0;
  else if (!slowSince.current) slowSince.current = performance.now();
  const warn = slow && performance.now() - slowSince.current > 2000;
  const worst = warn ? worstStage() : null;
  const label = lost.value ? text.time.noData : `${factor.toFixed(factor >= 10 ? 0 : 2)}×`;
  return (
    <div class="anchor mid" style={{ display: 'flex', alignItems: 'center', gap: '6px' }}>
      <button type="button" class={`stat${warn ? ' warn' : ''}`} aria-haspopup="dialog" aria-expanded={open}
        data-tip={worst ? text.time.slow(factor.toFixed(2), worst.name, String(worst.share)) : "Where a step's time goes"}
        onClick={() => setOpen(!open)}>
        <b id="factor">{label}</b>{worst ? `${worst.name} ${worst.share} %` : text.time.realTime}
      </button>
      <Spark values={history.current} />
      {open && <Stages onClose={() => setOpen(false)} />}
    </div>
  );
}
