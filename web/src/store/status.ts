import { computed, signal } from '@preact/signals';
import type { ViewStatus } from '../net/messages';
import { linkState, server } from './server';

/** The server's status, received at 10 Hz; null before the first. Kept while the connection is lost. */
export const status = signal<ViewStatus | null>(null);
/** performance.now() of the last status. */
export let statusAt = 0;

export const playing = computed(() => status.value?.state === 'playing');

/** Whole seconds without a message from the simulator; 0 while messages arrive. */
export const silentSeconds = signal(0);
/** The sheet about the lost connection is shown. */
export const lost = computed(() => silentSeconds.value >= 3);

const lost_after_ms = 1000;

export function startStatus(): void {
  server.subscribe('/surefoot/view/status', (message) => {
    status.value = message;
    statusAt = performance.now();
  });
  setInterval(() => {
    const silent = performance.now() - Math.max(server.heardAt, statusAt);
    const never = !status.value && linkState.value !== 'closed';
    silentSeconds.value = never || silent < lost_after_ms ? 0 : Math.floor(silent / 1000);
    // A connection without messages is closed.
    if (silent > 5000 && linkState.value === 'open' && !document.hidden) server.reconnect();
  }, 250);
}
