import { computed, signal } from '@preact/signals';
import type { ViewStatus } from '../net/messages';
import { linkState, server } from './server';

/** What the server tells ten times a second; null before the first. Kept while the connection is lost. */
export const status = signal<ViewStatus | null>(null);
/** performance.now() of the last status. */
export let statusAt = 0;

export const playing = computed(() => status.value?.state === 'playing');

/** Whole seconds without a word from the simulator; 0 while it speaks. */
export const silentSeconds = signal(0);
/** The state of the lost connection is shown. */
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
    // A connection over which nothing comes any more is given up.
    if (silent > 5000 && linkState.value === 'open' && !document.hidden) server.reconnect();
  }, 250);
}
