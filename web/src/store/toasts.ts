import { signal } from '@preact/signals';

export interface ToastAction { label: string; run: () => void }
export interface Toast { id: number; text: string; kind: 'note' | 'error'; actions: ToastAction[]; seconds: number }

export const toasts = signal<Toast[]>([]);

let next = 1;

/** Shows a message for some seconds. At most three are visible; one with the same text replaces the older. */
export function toast(text: string, options: Partial<Pick<Toast, 'kind' | 'actions' | 'seconds'>> = {}): number {
  const { kind = 'note', actions = [], seconds = kind === 'error' ? 8 : 5 } = options;
  const made = { id: next++, text, kind, actions, seconds };
  toasts.value = [...toasts.value.filter((t) => t.text !== text), made].slice(-3);
  setTimeout(() => dismiss(made.id), seconds * 1000);
  return made.id;
}

export function dismiss(id: number): void {
  if (toasts.value.some((t) => t.id === id)) toasts.value = toasts.value.filter((t) => t.id !== id);
}
