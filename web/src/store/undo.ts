import { computed, signal } from '@preact/signals';
import { toast } from './toasts';

/** An action that can be undone. Undo and redo are calls to the server. */
export interface Step { label: string; undo: () => Promise<unknown>; redo: () => Promise<unknown> }

const max = 200;
const done = signal<readonly Step[]>([]);
const undone = signal<readonly Step[]>([]);

export const canUndo = computed(() => done.value.length > 0);
export const canRedo = computed(() => undone.value.length > 0);
export const lastStep = computed(() => done.value[done.value.length - 1]?.label ?? '');

/** Adds an action that was performed, and offers to undo it: "Friction: 0.62 to 0.48. Undo". */
export function did(step: Step, options: { seconds?: number; silent?: boolean } = {}): void {
  done.value = [...done.value, step].slice(-max);
  undone.value = [];
  if (!options.silent) {
    toast(step.label, { seconds: options.seconds ?? 6, actions: [{ label: 'Undo', run: () => void undo(step) }] });
  }
}

function problem(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), { kind: 'error' });
}

/** Undoes the last action; a given one only while it is the last. */
export async function undo(only?: Step): Promise<void> {
  const step = done.value[done.value.length - 1];
  if (!step || (only && only !== step)) return;
  done.value = done.value.slice(0, -1);
  try {
    await step.undo();
    undone.value = [...undone.value, step];
    toast(`Undone: ${step.label}`, { actions: [{ label: 'Redo', run: () => void redo() }] });
  } catch (error) {
    problem(error);
  }
}

export async function redo(): Promise<void> {
  const step = undone.value[undone.value.length - 1];
  if (!step) return;
  undone.value = undone.value.slice(0, -1);
  try {
    await step.redo();
    done.value = [...done.value, step];
  } catch (error) {
    problem(error);
  }
}

/** Another world was loaded: actions in the old one cannot be undone. */
export function forgetSteps(): void {
  done.value = [];
  undone.value = [];
}
