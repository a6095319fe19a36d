import { signal } from '@preact/signals';
import type { ModelProblem, Services } from '../net/messages';
import { text } from '../panels/strings';
import { Placement } from '../scene/placement';
import { view } from '../scene/start';
import { addModel } from '../store/edit';
import { compare } from '../store/gap_actions';
import { poseOf } from '../store/properties';
import { note } from '../store/events';
import { loadRecordings } from '../store/recordings';
import { robots } from '../store/scene';
import { ask, callOrToast } from '../store/server';
import { leftOpen, leftTab, rightCover } from '../store/settings';
import { status } from '../store/status';
import { dismiss, toast } from '../store/toasts';
import { loadWorld } from '../ui/world_menu';
import { isMesh, mainFile, readAll } from './gather';
import { upload } from './upload';
import type { Entry } from './zip';

type Checked = Services['/surefoot/check'][1];
/** The present import: its files, and the result of the check. */
export interface Import { file: string; uri: string; batch: string; source: string; checked: Checked; busy: string }

export const imported = signal<Import | null>(null);
/** "Uploading rover.urdf: 40 %"; empty while nothing is uploaded. */
export const bringing = signal('');

let placement: Placement | null = null;

const nameOf = (path: string) => path.split('/').pop()!;
const rank = (problem: ModelProblem) => (problem.severity === 'error' ? 0 : problem.severity === 'warning' ? 1 : 2);

/** Errors before warnings, each in the order of the file. */
export function inOrder(problems: ModelProblem[]): ModelProblem[] {
  return [...problems].sort((a, b) => rank(a) - rank(b) || a.line - b.line);
}

export const countOf = (checked: Checked, severity: string) => checked.problems.filter((p) => p.severity === severity).length;

export function closeImport(): void {
  placement?.close();
  placement = null;
  imported.value = null;
  rightCover.value = '';
}

/** Shows a preview of everything that can be shown. */
async function preview(description: string): Promise<void> {
  const now = view.peek();
  if (!now || !description) { placement?.close(); placement = null; return; }
  placement ??= new Placement(now);
  try {
    await placement.show(description);
    placement.putInMiddle();
  } catch { /* Without a picture the list of problems still stands. */ }
}

async function check(file: string, uri: string, batch: string, source: string): Promise<void> {
  // The checker's refusal is its list of problems, not an error.
  const checked = await ask('/surefoot/check', { uri, text: '' }, 120);
  const errors = countOf(checked, 'error'), warnings = countOf(checked, 'warning');
  imported.value = { file, uri, batch, source, checked, busy: '' };
  await preview(checked.description);
  if (errors + warnings === 0) return load();
  rightCover.value = 'import';
  note(status.peek()?.time ?? 0, text.imports.event(file, errors, warnings), errors ? 'error' : 'warning');
}

/** Adds a model to the world at the position of its preview; loads a world. */
export async function load(): Promise<void> {
  const now = imported.peek();
  if (!now) return;
  if (now.checked.kind === 'world') {
    closeImport();
    return loadWorld(now.uri);
  }
  const pose = placement?.pose ?? [0, 0, 0.5, 0, 0, 0, 1];
  const made = await addModel(now.uri, (now.checked.name || now.file.replace(/\.\w+$/, '')).replace(/\W+/g, '_'), poseOf(pose));
  if (made || countOf(now.checked, 'error') + countOf(now.checked, 'warning') === 0) closeImport();
}

/** Applies the fix of a problem: replaces one line of the file. */
export async function fix(problem: ModelProblem): Promise<void> {
  const now = imported.peek();
  if (!now) return;
  const uri = problem.file && problem.file !== now.file && /^upload:/.test(problem.file) ? problem.file : now.uri;
  imported.value = { ...now, busy: problem.fix };
  if (await callOrToast('/surefoot/upload/fix', { uri, line: problem.fix_line || problem.line, text: problem.fix_text })) {
    const lines = now.source.split('\n');
    if (uri === now.uri && problem.fix_line > 0) lines[problem.fix_line - 1] = problem.fix_text;
    toast(text.imports.fixed(problem.fix));
    await check(now.file, now.uri, now.batch, lines.join('\n')).catch(showError);
  }
  if (imported.peek()?.busy) imported.value = { ...imported.peek()!, busy: '' };
}

function showError(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), { kind: 'error' });
}

async function bringRecordings(entries: Entry[]): Promise<void> {
  leftOpen.value = true;
  leftTab.value = 'recordings';
  let last = '';
  for (const entry of entries) {
    const name = nameOf(entry.path);
    const { uris } = await upload([{ path: name, bytes: entry.bytes }], '', (share) => { bringing.value = text.recordings.uploading(name, Math.round(100 * share)); });
    last = uris.get(name) ?? last;
    toast(text.recordings.added(name));
  }
  await loadRecordings();
  // Not awaited: the page can be used meanwhile.
  if (last && robots.peek().length > 0) void compare(last);
}

/** Missing files are added to the present import; a new description starts another one. */
async function bringModel(entries: Entry[]): Promise<void> {
  const open = imported.peek();
  // A single mesh is imported as a model made of it.
  const main = mainFile(entries) ?? (open ? undefined : entries.find((e) => isMesh(e.path)));
  const file = nameOf(main?.path ?? open?.file ?? '');
  const { batch, uris } = await upload(entries, main ? '' : open?.batch ?? '', (share) => { bringing.value = text.imports.uploading(file, Math.round(100 * share)); });
  bringing.value = text.imports.checking(file);
  if (main) await check(file, uris.get(main.path)!, batch, isMesh(main.path) ? '' : new TextDecoder().decode(main.bytes));
  else if (open) await check(open.file, open.uri, batch, open.source);
}

/** Handles files dropped anywhere on the page. */
export async function bring(files: File[], paths: string[]): Promise<void> {
  const wait = toast(text.imports.checking(files[0]?.name ?? ''), { seconds: 60 });
  try {
    const entries = await readAll(files, paths);
    const recordings = entries.filter((e) => /\.mcap$/i.test(e.path)), rest = entries.filter((e) => !/\.mcap$/i.test(e.path));
    if (recordings.length) await bringRecordings(recordings);
    if (rest.length === 0) return;
    if (!mainFile(rest) && !imported.peek() && !rest.some((e) => isMesh(e.path))) {
      throw new Error(text.imports.unknown(rest.slice(0, 3).map((e) => nameOf(e.path)).join(', ')));
    }
    await bringModel(rest);
  } catch (error) {
    showError(error);
  } finally {
    bringing.value = '';
    dismiss(wait);
  }
}
