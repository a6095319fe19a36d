import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../store/settings';
import { windowSize } from '../store/layout';
import { addLine, closePlot, heldAt, holdPlots, max_lines, removeLine, runPlots, type Line, type PlotSpec } from '../store/plots';
import { toast } from '../store/toasts';
import { IconButton } from '../ui/button';
import { saveText, saveAddress } from '../ui/save_file';
import { fieldText } from './summary';
import { Chart, looksOf } from './plot_chart';
import { csvOf } from './series';
import { text } from './strings';

/** Data type of a dragged field. */
export const field_type = 'application/x-surefoot-field';

const frame_ms = 33, text_ms = 100;

function Key({ line, color, dash, value }: { line: Line; color: string; dash?: number[]; value: number }) {
  const style = `${dash ? 'dotted' : 'solid'} var(${color})`;
  return (
    <button type="button" class="key" data-tip={text.plots.removeLine(`${line.topic} ${line.field}`)} onClick={() => removeLine(line)}>
      <i style={{ borderTop: `2px ${style}` }} />{line.label}
      {Number.isFinite(value) && !line.command && <span class="m">{fieldText(Number(value.toPrecision(3))).replace(/(\.\d\d)\d+$/, '$1')}</span>}
    </button>
  );
}

interface Props { spec: PlotSpec; times: boolean }

export function Plot({ spec, times }: Props) {
  const box = useRef<HTMLDivElement>(null), chart = useRef<Chart | null>(null);
  const [last, setLast] = useState<number[]>([]);
  const [over, setOver] = useState(false);
  const height = times ? (windowSize.value.width >= 1600 ? 110 : 84) : windowSize.value.width >= 1600 ? 84 : 66;
  const look = theme.value;
  useEffect(() => {
    const made = new Chart(spec, box.current!, height, times);
    chart.current = made;
    let drawn = 0, shownAt = 0, next = 0;
    const frame = (now: number) => {
      next = requestAnimationFrame(frame);
      if (now - drawn >= frame_ms) { drawn = now; made.draw(); }
      if (now - shownAt >= text_ms) { shownAt = now; setLast(made.lastValues); }
    };
    next = requestAnimationFrame(frame);
    const sizes = new ResizeObserver(() => made.resize(box.current!.clientWidth, height));
    sizes.observe(box.current!);
    return () => { cancelAnimationFrame(next); sizes.disconnect(); made.destroy(); };
  }, [spec, times, height, look]);
  const name = spec.title.replace(/\W+/g, '_').toLowerCase();
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer?.getData(field_type);
    setOver(false);
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    if (!addLine(spec.id, JSON.parse(dragged) as Line)) toast(text.plots.full(max_lines));
  };
  const styles = looksOf(spec);
  const values = spec.lines.map((line, i) => `${line.label} ${Number.isFinite(last[i]!) ? last[i]!.toFixed(2) : '–'}`).join(', ');
  return (
    <section class={`plot${over ? ' over' : ''}`} aria-label={spec.title} data-plot={spec.id} onDrop={drop} onDragLeave={() => setOver(false)}
      onDragOver={(event) => { if (event.dataTransfer?.types.includes(field_type)) { event.preventDefault(); setOver(true); } }}>
      <div class="ph">
        <b>{spec.title}</b><span class="faint">{spec.unit}</span><span class="grow" />
        {spec.lines.map((line, i) => <Key key={`${line.topic} ${line.field}`} line={line} {...styles[i]!} value={last[i] ?? NaN} />)}
        <span class="plot-actions">
          {heldAt.value === null
            ? <IconButton small icon="pause" label={text.plots.hold} onClick={() => holdPlots()} />
            : <IconButton small icon="play" label={text.plots.run} onClick={runPlots} />}
          <IconButton small icon="table" label={text.plots.csv} onClick={() => saveText(`${name}.csv`, csvOf(spec.lines, chart.current!.data()))} />
          <IconButton small icon="image" label={text.plots.png} onClick={() => saveAddress(`${name}.png`, chart.current!.png())} />
          <IconButton small icon="x" label={text.plots.close} onClick={() => closePlot(spec.id)} />
        </span>
      </div>
      <div ref={box} class="chart" role="img" aria-label={`${spec.title}: ${values} ${spec.unit}`} />
    </section>
  );
}
