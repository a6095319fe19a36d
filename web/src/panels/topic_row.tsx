import { useEffect, useRef, useState } from 'preact/hooks';
import { cardKind, closeCard, isOpen, openCard } from '../cards/store';
import { addPlot, isPlotted, plotOf, plots, removeLine, type Line } from '../store/plots';
import { scene } from '../store/scene';
import { server } from '../store/server';
import { lost, playing } from '../store/status';
import { isHeavy, type TopicInfo } from '../store/topic_list';
import { Icon } from '../ui/icon';
import { field_type } from './plot';
import { text } from './strings';
import { fieldText, summaryOf } from './summary';
import { fieldsOf, type Field } from './values';

interface Live { rate: number; summary: string; silent: boolean; fields: Field[] | null }

const text_ms = 100, rate_ms = 1000;

/** The scene's information about the sensor of a topic. */
function sensorOf(topic: string): { rate: number; width?: number; height?: number } | undefined {
  for (const model of scene.value?.models ?? []) {
    for (const [key, names] of Object.entries(model.topics ?? {})) {
      if (!names.includes(topic)) continue;
      const [link, name] = key.split('::');
      return model.details.links.find((l) => l.name === link)?.sensors?.find((s) => s.name === name);
    }
  }
  return undefined;
}

/** Counts and reads a topic while its row is visible. Large messages are read only while the row is open. */
function useLive(topic: TopicInfo, seen: boolean, open: boolean): Live {
  const [live, setLive] = useState<Live>({ rate: 0, summary: '', silent: false, fields: null });
  const heavy = isHeavy(topic.type) && !open;
  useEffect(() => {
    if (!seen || heavy) return undefined;
    const watch = server.watch(topic.name, { type: topic.type, ...(isHeavy(topic.type) && { period: 500 }) });
    let count = watch.count, at = performance.now(), rate = 0, running = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - at >= rate_ms) {
        const fresh = ((watch.count - count) * 1000) / (now - at);
        rate = rate > 0 && fresh > 0 ? 0.5 * (rate + fresh) : fresh;
        count = watch.count;
        at = now;
      }
      if (playing.peek() && !lost.peek()) running += text_ms;
      else running = 0;
      const message = watch.latest();
      const wait = rate > 0 ? Math.max(1000, 3000 / rate) : 3000;
      setLive({
        rate, summary: message ? summaryOf(topic.type, message) : '', fields: open && message ? fieldsOf(message) : null,
        silent: watch.count > 0 && (lost.peek() || (running > wait && now - watch.heardAt > wait)),
      });
    }, text_ms);
    return () => { clearInterval(timer); watch.end(); };
  }, [topic.name, topic.type, seen, heavy, open]);
  return live;
}

function FieldRow({ topic, field }: { topic: TopicInfo; field: Field }) {
  const line: Line = { topic: topic.name, type: topic.type, field: field.path, label: `${topic.name.split('/').pop()} ${field.path.split('.').slice(-2).join('.')}` };
  const numeric = typeof field.value === 'number' || typeof field.value === 'boolean';
  const plotted = !!plotOf(line);
  return (
    <div class="tf" draggable={numeric} onDragStart={(event) => event.dataTransfer?.setData(field_type, JSON.stringify(line))}>
      {numeric
        ? <button type="button" class={`ib small${plotted ? ' on' : ''}`} aria-pressed={plotted} aria-label={text.topics.plotField(field.path)}
            onClick={() => (plotted ? removeLine(line) : addPlot(line))}><Icon name="chart" small /></button>
        : <span class="ib small" />}
      <span class="n">{field.path}</span><span class="v m">{fieldText(field.value)}</span>
    </div>
  );
}

function Name({ name }: { name: string }) {
  const first = name.indexOf('/', 1), last = name.lastIndexOf('/');
  if (first < 0) return <span>{name}</span>;
  return <><span class="faint">{name.slice(0, first)}</span>{last > first && <span class="mid">{name.slice(first, last)}</span>}<span class="end">{name.slice(last)}</span></>;
}

/** The field plotted by the toggle of the topic itself. */
const main_fields: Record<string, string> = {
  'nav_msgs/Odometry': 'twist.twist.linear.x', 'geometry_msgs/Twist': 'linear.x', 'geometry_msgs/TwistStamped': 'twist.linear.x',
  'sensor_msgs/Imu': 'linear_acceleration.z', 'sensor_msgs/JointState': 'velocity[0]', 'sensor_msgs/BatteryState': 'voltage',
  'sensor_msgs/Range': 'range', 'sensor_msgs/FluidPressure': 'fluid_pressure', 'sensor_msgs/NavSatFix': 'altitude',
  'geometry_msgs/PointStamped': 'point.z', 'geometry_msgs/Vector3Stamped': 'vector.z', 'geometry_msgs/WrenchStamped': 'wrench.force.z',
  'sensor_msgs/MagneticField': 'magnetic_field.x', 'std_msgs/Bool': 'data', 'std_msgs/Int64': 'data', 'std_msgs/Float64': 'data',
};

export function TopicRow({ topic, open, onToggle }: { topic: TopicInfo; open: boolean; onToggle: () => void }) {
  const row = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => setSeen(!!entry?.isIntersecting), { rootMargin: '100px' });
    watcher.observe(row.current!);
    return () => watcher.disconnect();
  }, []);
  const live = useLive(topic, seen, open);
  const sensor = sensorOf(topic.name);
  const heavy = isHeavy(topic.type);
  const plotted = isPlotted(topic.name);
  const field = main_fields[topic.type];
  const line: Line = { topic: topic.name, type: topic.type, field: field ?? '', label: topic.name.split('/').slice(-2).join('/') };
  const rate = live.rate || (heavy ? sensor?.rate ?? 0 : 0);
  const shown = live.summary || (heavy && sensor?.width ? `${sensor.width} × ${sensor.height}` : heavy ? text.topics.notRead : text.topics.waiting);
  const kind = cardKind(topic.type);
  const on = kind ? isOpen(topic.name) : plotted;
  const wrong = plots.value.some((p) => p.lines.some((l) => l.topic === topic.name && l.type !== topic.type));
  const state = live.silent ? text.topics.silent : wrong ? text.topics.wrongType : rate ? `${rate < 9.5 ? Number(rate.toFixed(1)) : Math.round(rate)} Hz` : '';
  const toggle = () => {
    if (kind) return on ? closeCard(topic.name) : openCard(topic.name);
    if (!field) return onToggle();
    const own = plotOf(line);
    if (own) removeLine(line);
    else addPlot(line);
  };
  return (
    <div ref={row} class={`tp${open ? ' open' : ''}`} role="listitem" data-topic={topic.name}>
      <div class="tp-head" draggable={!!field} onDragStart={(event) => field && event.dataTransfer?.setData(field_type, JSON.stringify(line))}>
        <button type="button" class={`ib small${on ? ' on' : ''}`} aria-pressed={on} aria-label={(kind ? text.topics.card : text.topics.plot)(topic.name)}
          data-tip={kind ? text.topics.asCard : field ? text.topics.plotField(field) : text.topics.choose} onClick={toggle}>
          <Icon name={kind === 'image' ? 'camera' : kind ? 'radar' : 'chart'} small /></button>
        <button type="button" class="tp-open" aria-expanded={open} data-tip={topic.type} onClick={onToggle}>
          <span class="n"><Name name={topic.name} /></span>
          <span class={`hz m${live.silent || wrong ? ' silent' : ''}`}>{state}</span>
          <span class="v m">{shown}</span>
        </button>
      </div>
      {open && (
        <div class="fields">
          <div class="tf type"><span class="faint">{topic.type}</span></div>
          {live.fields ? live.fields.map((one) => <FieldRow key={one.path} topic={topic} field={one} />) : <p class="faint">{text.topics.waiting}</p>}
        </div>
      )}
    </div>
  );
}
