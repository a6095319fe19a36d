import { ask, callOrToast } from './server';
import { selected, select, selection } from './selection';
import { did } from './undo';
import type { Pose } from '../net/messages';

/** Removes models from the world; undo restores them unchanged. */
export async function removeModels(names: string[]): Promise<void> {
  const tokens: string[] = [];
  for (const entity of names) {
    const answer = await callOrToast('/surefoot/edit/remove', { entity });
    if (answer) tokens.push(answer.token);
  }
  if (tokens.length === 0) return;
  const label = names.length === 1 ? `Deleted ${names[0]}` : `Deleted ${tokens.length} models`;
  did({
    label,
    undo: async () => { for (const token of tokens) await ask('/surefoot/edit/restore', { token }); },
    redo: async () => {
      for (let i = 0; i < names.length; i++) tokens[i] = (await ask('/surefoot/edit/remove', { entity: names[i]! })).token;
    },
  });
}

export async function removeSelected(): Promise<void> {
  const names = [...new Set(selection.value.map((s) => s.model).filter(Boolean))];
  select(null);
  await removeModels(names);
}

export async function duplicateSelected(): Promise<void> {
  const entity = selected.value?.model;
  if (!entity) return;
  const answer = await callOrToast('/surefoot/edit/duplicate', { entity, name: '', use_pose: false });
  if (!answer) return;
  added(answer.entity, `Duplicated ${entity} as ${answer.entity}`);
}

/** Adds an undo step for a new model, and selects it. */
export function added(entity: string, label: string): void {
  let token = '';
  select({ model: entity, part: '', name: '' });
  did({
    label,
    undo: async () => { token = (await ask('/surefoot/edit/remove', { entity })).token; },
    redo: () => ask('/surefoot/edit/restore', { token }),
  });
}

/** Adds a model of the library or of an upload to the world. */
export async function addModel(uri: string, name: string, pose: Pose): Promise<string | null> {
  const answer = await callOrToast('/spawn_entity', {
    name, allow_renaming: true, uri, resource_string: '', initial_pose: { header: { frame_id: '' }, pose },
  }, 120);
  if (!answer) return null;
  const entity = answer.entity_name || name;
  added(entity, `Added ${entity}`);
  return entity;
}

/** Moves a model, with zero velocity; undo moves it back. */
export async function moveModel(model: string, from: Pose, to: Pose, label = `Moved ${model}`): Promise<boolean> {
  if (!await callOrToast('/surefoot/teleport', { model, pose: to })) return false;
  did({
    label,
    undo: () => ask('/surefoot/teleport', { model, pose: from }),
    redo: () => ask('/surefoot/teleport', { model, pose: to }),
  });
  return true;
}
