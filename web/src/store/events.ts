import { signal } from '@preact/signals';
import type { Event } from '../net/messages';
import { server } from './server';

export interface LoggedEvent { time: number; severity: string; entity: string; text: string }

/** The newest last. */
export const events = signal<readonly LoggedEvent[]>([]);

const max = 500;

export function seconds(time: { sec: number; nanosec: number }): number {
  return time.sec + time.nanosec * 1e-9;
}

function logged(event: Event): LoggedEvent {
  return { time: seconds(event.time), severity: event.severity, entity: event.entity, text: event.text };
}

/** Adds an event of the page itself, at the simulated time. */
export function note(time: number, text: string, severity = 'info', entity = ''): void {
  events.value = [...events.value, { time, severity, entity, text }].slice(-max);
}

/** Sets the events from before this page was opened. */
export function setPast(past: Event[]): void {
  events.value = past.map(logged).slice(-max);
}

export function startEvents(): void {
  server.subscribe('/surefoot/events', (event) => {
    events.value = [...events.value, logged(event)].slice(-max);
  }, 'every');
}
