import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { client, holderOf, initials } from '../store/people';
import { hidden, locked, robots, scene, setHidden, setLocked } from '../store/scene';
import { hovered, isSelected, select, selected } from '../store/selection';
import { rightOpen, rightTab } from '../store/settings';
import { IconButton } from '../ui/button';
import { FilterField } from '../ui/filter_field';
import { Tree, type TreeRow } from '../ui/tree';
import { LibraryStrip } from './library';
import { text } from './strings';
import { idOf, nodesOf, shownNodes, type Node } from './tree_rows';

const nodes = computed(() => (scene.value ? nodesOf(scene.value) : []));
const open = signal<ReadonlySet<string>>(new Set(['world||']));
let opened = '';

/** A new world is shown with its first robot expanded down to its wheels. */
function openFirst(): void {
  const name = scene.value?.world;
  const robot = robots.value[0]?.name;
  if (!name || !robot || opened === name) return;
  opened = name;
  const ids = nodes.value.filter((n) => n.item.model === robot && n.depth <= 2).map((n) => n.id);
  open.value = new Set([...open.value, ...ids]);
}

function Badge({ node }: { node: Node }) {
  const holder = node.robot ? holderOf(node.item.model) : undefined;
  const other = holder && holder.client && holder.client !== client.value ? holder.name || holder.client : '';
  return (
    <>
      {other && <span class="av small" data-tip={text.scene.heldBy(other)}>{initials(other)}</span>}
      {node.robot && <span class="chip">{text.scene.robot}</span>}
    </>
  );
}

function actionsOf(node: Node) {
  const { model, part } = node.item;
  if (part !== '') return undefined;
  const isHidden = hidden.value.has(model), isLocked = locked.value.has(model);
  return (
    <>
      <IconButton small icon={isLocked ? 'lock' : 'unlock'} label={(isLocked ? text.scene.unlock : text.scene.lock)(model)} onClick={() => setLocked(model, !isLocked)} />
      <IconButton small icon={isHidden ? 'eyeOff' : 'eye'} label={(isHidden ? text.scene.show : text.scene.hide)(model)} keys="H" onClick={() => setHidden(model, !isHidden)} />
    </>
  );
}

function rowOf(node: Node, filtered: boolean): TreeRow {
  return {
    id: node.id, depth: node.depth, text: node.text, icon: node.icon, selected: isSelected(node.item),
    expanded: node.children ? filtered || open.value.has(node.id) : undefined,
    dim: !!node.item.model && hidden.value.has(node.item.model), marked: node.item.part === '' && locked.value.has(node.item.model) ? 'lock' : undefined,
    badge: <Badge node={node} />, actions: actionsOf(node),
  };
}

/** Expands and scrolls to the item selected in the view. */
function useReveal(): void {
  const item = selected.value;
  useEffect(() => {
    if (!item) return;
    const byId = new Map(nodes.value.map((n) => [n.id, n]));
    const missing: string[] = [];
    for (let at = byId.get(byId.get(idOf(item))?.parent ?? ''); at; at = byId.get(at.parent)) if (!open.value.has(at.id)) missing.push(at.id);
    if (missing.length) open.value = new Set([...open.value, ...missing]);
    requestAnimationFrame(() => document.querySelector('#left-panel .row.sel')?.scrollIntoView({ block: 'nearest' }));
  }, [item]);
}

/** The tree of entities, with a part of the library below it. */
export function ScenePanel() {
  const [filter, setFilter] = useState('');
  openFirst();
  useReveal();
  const all = nodes.value;
  const shown = shownNodes(all, open.value, filter);
  const byId = new Map(shown.map((n) => [n.id, n]));
  const toggle = (id: string, expand: boolean) => {
    const ids = new Set(open.value);
    if (expand) ids.add(id);
    else ids.delete(id);
    open.value = ids;
  };
  return (
    <>
      <FilterField label={text.scene.filter(Math.max(0, all.length - 1))} value={filter} onChange={setFilter}
        onDown={() => document.querySelector<HTMLElement>('#left-panel [role=treeitem][tabindex="0"]')?.focus()} />
      {all.length === 0 && <p class="empty">{text.scene.loading}</p>}
      {all.length > 0 && shown.length === 0 && <p class="empty">{text.filterNone(filter)}</p>}
      <Tree label={text.scene.tree} rows={shown.map((n) => rowOf(n, !!filter))} onToggle={toggle}
        onSelect={(id, add) => { const node = byId.get(id); if (node) select(node.item, add); }}
        onOpen={(id) => { if (byId.has(id)) { rightOpen.value = true; rightTab.value = 'inspect'; } }}
        onHover={(id) => { hovered.value = (id && byId.get(id)?.item) || null; }} />
      <LibraryStrip />
    </>
  );
}
