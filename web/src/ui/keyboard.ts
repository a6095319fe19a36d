import { pressKey, slow, stopDriving, type DriveKey } from '../drive/drive';
import { ghostHidden } from '../store/ghost';
import { selectUp } from '../store/selection';
import { dialog } from '../store/settings';
import { commands, type Command } from './commands';

const drive_keys: Record<string, DriveKey> = {
  KeyW: 'forward', KeyS: 'back', KeyA: 'left', KeyD: 'right',
  ArrowUp: 'forward', ArrowDown: 'back', ArrowLeft: 'left', ArrowRight: 'right',
};

/** The key of an event for a command's key: "shift+b" for "Shift B". */
function keyOf(command: Command): string | null {
  if (!command.keys) return null;
  const names: Record<string, string> = { Space: ' ', Esc: 'Escape' };
  const parts = command.keys.split(' ');
  const key = parts.pop()!;
  const has = (name: string) => parts.includes(name);
  return `${has('Ctrl') ? 'ctrl+' : ''}${has('Shift') ? 'shift+' : ''}${(names[key] ?? key).toLowerCase()}`;
}

const byKey = new Map(commands.map((c) => [keyOf(c), c] as const));

function eventKey(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  // Characters such as "?" imply Shift.
  const shift = event.shiftKey && (/^[a-z]$/.test(key) || key.length > 1);
  return `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${shift ? 'shift+' : ''}${key}`;
}

function inText(): boolean {
  const at = document.activeElement as HTMLElement | null;
  return !!at && (at.matches('input, textarea, select') || at.isContentEditable);
}

/** Driving keys work only in the view; text fields take precedence. */
function drives(): boolean {
  const at = document.activeElement;
  return !at || at === document.body || at.id === 'view';
}

const regions = ['top', 'left', 'view', 'right', 'strip'];

/** F6: the next part of the page, Shift F6 the one before. */
function cycle(by: number): void {
  const here = document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region ?? 'view';
  for (let i = 1; i <= regions.length; i++) {
    const name = regions[(regions.indexOf(here) + by * i + regions.length * 2) % regions.length];
    const region = document.querySelector<HTMLElement>(`[data-region=${name}]`);
    if (!region) continue;
    const first = region.matches('canvas') ? region
      : region.querySelector<HTMLElement>('[role=tab][aria-selected=true], button, input, [tabindex="0"]') ?? region;
    return first.focus();
  }
}

function keyDown(event: KeyboardEvent): void {
  if (event.key === 'F6') { event.preventDefault(); return cycle(event.shiftKey ? -1 : 1); }
  const key = eventKey(event);
  if (dialog.value) {
    if (event.key === 'Escape') { event.preventDefault(); dialog.value = ''; }
    return;
  }
  if (inText() && key !== 'ctrl+k') return;
  slow.value = event.shiftKey;
  const drive = drive_keys[event.code];
  if (drive && drives() && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    return pressKey(drive, true);
  }
  if (event.code === 'KeyO' && drives() && !event.ctrlKey) { ghostHidden.value = true; return; }
  if (event.code === 'KeyX' && drives() && !event.ctrlKey) return stopDriving();
  if (event.key === 'Escape') return selectUp();
  const onButton = (event.key === ' ' || event.key === 'Enter') && document.activeElement?.matches('button, [role=slider], [role=treeitem]');
  const command = byKey.get(key) ?? (key === 'ctrl+y' ? byKey.get('ctrl+shift+z') : undefined);
  if (!command || onButton || (event.repeat && key !== '.' && key !== ',')) return;
  event.preventDefault();
  command.run();
}

export function startKeyboard(): void {
  document.addEventListener('keydown', keyDown);
  document.addEventListener('keyup', (event) => {
    slow.value = event.shiftKey;
    const drive = drive_keys[event.code];
    if (drive) pressKey(drive, false);
    if (event.code === 'KeyO') ghostHidden.value = false;
  });
}
