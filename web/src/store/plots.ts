import { computed, signal } from '@preact/signals';
import { text } from '../panels/strings';
import { driven } from './people';
import { findModel } from './scene';
import { lost, playing, silentSeconds, status, statusAt } from './status';
import { robotTopic, topics } from './topic_list';

/** One line of a plot: a number of a topic. `command` lines, which show setpoints, are dotted. */
export interface Line { topic: string; type: string; field: string; label: string; command?: boolean }
export interface PlotSpec { id: number; title: string; unit: string; lines: readonly Line[] }

export const window_seconds = 12;
export const max_lines = 6;

/** The plots chosen by the user; null for the default plots of the driven robot. */
const chosen = signal<readonly PlotSpec[] | null>(null);
/** The time under the pointer, for all plots and the timeline; null if none. */
export const hoverTime = signal<number | null>(null);
/** The right edge of all plots while they are paused; null while they run. */
export const heldAt = signal<number | null>(null);
/** The visible interval when zoomed; null for the whole window. */
export const zoom = signal<{ from: number; to: number } | null>(null);

let next = 1;

/** Forward speed, commanded and actual, and the acceleration. */
const usual = computed<readonly PlotSpec[]>(() => {
  const robot = driven.value, all = topics.value;
  if (!robot) return [];
  const made: PlotSpec[] = [];
  const odometry = robotTopic(robot, 'nav_msgs/Odometry');
  const command = findModel(robot)?.commands.map((name) => all.find((t) => t.name === name)).find((t) => t);
  const speed: Line[] = [];
  if (command) {
    const field = command.type.endsWith('Stamped') ? 'twist.linear.x' : 'linear.x';
    speed.push({ topic: command.name, type: command.type, field, label: text.plots.command, command: true });
  }
  if (odometry) speed.push({ topic: odometry.name, type: odometry.type, field: 'twist.twist.linear.x', label: text.plots.sim });
  if (speed.length) made.push({ id: -1, title: text.plots.speed, unit: 'm/s', lines: speed });
  const imu = robotTopic(robot, 'sensor_msgs/Imu');
  if (imu) {
    const line = { topic: imu.name, type: imu.type, field: 'linear_acceleration.z', label: text.plots.sim };
    made.push({ id: -2, title: text.plots.acceleration, unit: 'm/s²', lines: [line] });
  }
  return made;
});

export const plots = computed(() => chosen.value ?? usual.value);

export function sameLine(a: Line, b: Line): boolean {
  return a.topic === b.topic && a.field === b.field;
}

export function plotOf(line: Line): PlotSpec | undefined {
  return plots.value.find((plot) => plot.lines.some((l) => sameLine(l, line)));
}

export function isPlotted(topic: string): boolean {
  return plots.value.some((plot) => plot.lines.some((l) => l.topic === topic));
}

export function addPlot(line: Line): void {
  chosen.value = [...plots.peek(), { id: next++, title: line.label, unit: '', lines: [line] }];
}

/** Adds a line to a plot; false if the plot is full. */
export function addLine(id: number, line: Line): boolean {
  const plot = plots.peek().find((p) => p.id === id);
  if (!plot || plot.lines.length >= max_lines) return false;
  if (plot.lines.some((l) => sameLine(l, line))) return true;
  chosen.value = plots.peek().map((p) => (p === plot ? { ...p, lines: [...p.lines, line] } : p));
  return true;
}

export function removeLine(line: Line): void {
  chosen.value = plots.peek().map((p) => ({ ...p, lines: p.lines.filter((l) => !sameLine(l, line)) })).filter((p) => p.lines.length > 0);
}

export function closePlot(id: number): void {
  chosen.value = plots.peek().filter((p) => p.id !== id);
}

export const plotsAreChosen = computed(() => chosen.value !== null);
export function usualPlots(): void {
  chosen.value = null;
  runPlots();
}

/** The present simulated time, extrapolated between two messages of the server. */
export function simulatedNow(): number {
  const now = status.peek();
  if (!now) return 0;
  if (lost.peek()) return now.time + silentSeconds.peek();
  if (!playing.peek()) return now.time;
  const factor = Number.isFinite(now.real_time_factor) ? now.real_time_factor : 0;
  return now.time + Math.min(0.5, (performance.now() - statusAt) / 1000) * factor;
}

export function holdPlots(at = simulatedNow()): void {
  heldAt.value = at;
}

export function runPlots(): void {
  heldAt.value = null;
  zoom.value = null;
}
