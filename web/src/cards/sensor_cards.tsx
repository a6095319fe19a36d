import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../panels/strings';
import type { Message } from '../panels/values';
import { wide } from '../store/layout';
import { server } from '../store/server';
import { theme } from '../store/settings';
import { Card } from './card';
import { drawCloud, pointsOf, type Cloud, type Eye } from './draw_cloud';
import { drawLabel, drawRobot, drawScan, reachOf, type Colors, type Scan } from './draw_scan';
import { imageData, type RosImage } from './image_data';
import type { CardSpec } from './store';

const small_ms = 66, large_ms = 33;
const max_points = 20000;

function colors(): Colors {
  const style = getComputedStyle(document.documentElement), css = (name: string) => style.getPropertyValue(name).trim();
  return { back: css('--surface-2'), line: css('--line'), near: css('--warn'), point: css('--accent'), text: css('--ink-3'), robot: css('--ink') };
}

/** Draws a topic's messages on a canvas at 15 Hz, 30 Hz when enlarged. */
function useDrawn(spec: CardSpec, large: boolean, draw: (canvas: HTMLCanvasElement, message: Message) => void | Promise<void>, inputs: unknown[]) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<Message | null>(null);
  const [heard, setHeard] = useState(false);
  const drawing = useRef(draw);
  drawing.current = draw;
  useEffect(() => {
    let busy = false;
    return server.subscribe(spec.topic, (message: Message) => {
      last.current = message;
      setHeard(true);
      if (busy || !canvas.current) return;
      busy = true;
      void Promise.resolve(drawing.current(canvas.current, message)).catch(() => null).then(() => { busy = false; });
    }, 'newest', { type: spec.type, period: large ? large_ms : small_ms });
  }, [spec.topic, spec.type, large]);
  useEffect(() => { if (last.current && canvas.current) void drawing.current(canvas.current, last.current); }, [large, theme.value, ...inputs]);
  return { canvas, heard };
}

function fit(canvas: HTMLCanvasElement, width: number, height: number): { context: CanvasRenderingContext2D; ratio: number } {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
  return { context: canvas.getContext('2d')!, ratio };
}

interface ViewProps { spec: CardSpec; width: number; height: number; large: boolean }

async function drawImage(canvas: HTMLCanvasElement, message: Message, width: number, height: number): Promise<void> {
  const { context } = fit(canvas, width, height);
  const format = message.format as string | undefined;
  let picture: ImageBitmap | null = null;
  if (format !== undefined) {
    const type = /png/.test(format) ? 'image/png' : 'image/jpeg';
    picture = await createImageBitmap(new Blob([message.data as BlobPart], { type }));
  } else {
    const data = imageData(message as unknown as RosImage);
    if (data) picture = await createImageBitmap(data);
  }
  if (!picture) return;
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const w = picture.width * scale, h = picture.height * scale;
  context.fillStyle = '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, (canvas.width - w) / 2, (canvas.height - h) / 2, w, h);
  picture.close();
}

export function Picture({ spec, width, height, large }: ViewProps) {
  const { canvas, heard } = useDrawn(spec, large, (to, message) => drawImage(to, message, width, height), [width, height]);
  return <Drawn canvas={canvas} heard={heard} spec={spec} width={width} height={height} />;
}

function ScanView({ spec, width, height, large }: ViewProps) {
  const reach = useRef(0);
  const draw = (to: HTMLCanvasElement, message: Message) => {
    const { context, ratio } = fit(to, width, height);
    const scan = message as unknown as Scan, now = reachOf(scan), look = colors();
    // The scale is kept while it fits, so that the picture does not pulsate.
    if (now > reach.current * 1.15 || now < reach.current * 0.6) reach.current = now;
    const step = drawScan(context, to.width, to.height, scan, reach.current, ratio, look);
    drawLabel(context, text.cards.rings(String(Number(step.toPrecision(2)))), to.height, ratio, look);
  };
  const { canvas, heard } = useDrawn(spec, large, draw, [width, height]);
  return <Drawn canvas={canvas} heard={heard} spec={spec} width={width} height={height} />;
}

function CloudView({ spec, width, height, large }: ViewProps) {
  const [eye, setEye] = useState<Eye>({ yaw: 0, pitch: 0.7 });
  const draw = (to: HTMLCanvasElement, message: Message) => {
    const { context, ratio } = fit(to, width, height);
    const look = colors();
    const step = drawCloud(context, to.width, to.height, pointsOf(message as unknown as Cloud, max_points), eye, ratio, look);
    drawRobot(context, to.width / 2, to.height / 2, ratio, look);
    drawLabel(context, text.cards.rings(String(Number(step.toPrecision(2)))), to.height, ratio, look);
  };
  const { canvas, heard } = useDrawn(spec, large, draw, [width, height, eye]);
  const turn = (event: PointerEvent) => {
    if (!(event.buttons & 1)) return;
    setEye({ yaw: eye.yaw + event.movementX * 0.01, pitch: Math.min(1.5, Math.max(0.1, eye.pitch + event.movementY * 0.01)) });
  };
  return <div onPointerMove={turn} style={{ touchAction: 'none' }}><Drawn canvas={canvas} heard={heard} spec={spec} width={width} height={height} /></div>;
}

function Drawn({ canvas, heard, spec, width, height }: { canvas: preact.RefObject<HTMLCanvasElement>; heard: boolean; spec: CardSpec; width: number; height: number }) {
  return (
    <div class="drawn" style={{ width: `${width}px`, height: `${height}px` }}>
      <canvas ref={canvas} role="img" aria-label={spec.title} style={{ width: `${width}px`, height: `${height}px` }} />
      {!heard && <p class="wait faint">{text.cards.waiting}</p>}
    </div>
  );
}

/** A camera, a scanner or a point cloud. */
export function SensorCard({ spec }: { spec: CardSpec }) {
  const big = wide.value;
  const height = big ? 180 : 130;
  const width = spec.kind === 'image' ? Math.round(height * Math.min(2.2, Math.max(1, spec.ratio))) : big ? 208 : 150;
  const View = spec.kind === 'image' ? Picture : spec.kind === 'scan' ? ScanView : CloudView;
  return (
    <Card spec={spec} icon={spec.kind === 'image' ? 'camera' : 'radar'} width={width} height={height}
      aside={spec.rate > 0 && spec.kind === 'image' && <span class="rate">{Number(spec.rate.toFixed(1))} Hz</span>}>
      {(w, h, large) => <View key={spec.topic} spec={spec} width={w} height={h} large={large} />}
    </Card>
  );
}
