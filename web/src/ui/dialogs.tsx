import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasDocs } from '../store/access';
import { scene } from '../store/scene';
import { select } from '../store/selection';
import { dialog, rightOpen, rightTab } from '../store/settings';
import { topicTypes } from '../store/topics';
import { text } from '../strings';
import { IconButton } from './button';
import { commands, docsPages } from './commands';
import { Icon } from './icon';

function close(): void {
  dialog.value = '';
}

function Veil({ label, class: extra, children }: { label: string; class: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    box.current?.querySelector<HTMLElement>('input, button')?.focus();
    return () => opener?.focus();
  }, []);
  const keep = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    const all = [...box.current!.querySelectorAll<HTMLElement>('input, button, a')];
    const edge = event.shiftKey ? all[0] : all[all.length - 1];
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? all[all.length - 1] : all[0])?.focus();
  };
  return (
    <div class="veil" onPointerDown={(event) => { if (event.target === event.currentTarget) close(); }} onKeyDown={keep}>
      <div ref={box} class={`sheet ${extra}`} role="dialog" aria-modal="true" aria-label={label}>{children}</div>
    </div>
  );
}

interface Found { title: string; hint: string; run: () => void }

/** Commands, entities and topics that match the text; all words must occur in the title. */
function find(query: string): Found[] {
  const all: Found[] = commands.filter((c) => c.available?.() ?? true).map((c) => ({ title: c.title, hint: c.keys ?? c.group, run: c.run }));
  for (const model of scene.value?.models ?? []) {
    all.push({ title: model.name, hint: model.robot ? 'robot' : 'model', run: () => select({ model: model.name, part: '', name: '' }) });
    for (const link of model.details.links.slice(0, 40)) {
      all.push({ title: `${model.name} ${link.name}`, hint: 'link', run: () => select({ model: model.name, part: 'link', name: link.name }) });
    }
  }
  for (const topic of topicTypes.value.keys()) {
    all.push({ title: topic, hint: 'topic', run: () => { rightOpen.value = true; rightTab.value = 'topics'; } });
  }
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((f) => words.every((w) => f.title.toLowerCase().includes(w))).slice(0, 12);
}

function FindDialog() {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const results = find(query);
  const run = (found: Found | undefined) => { if (found) { close(); found.run(); } };
  const keys = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by) { event.preventDefault(); setAt((at + by + results.length) % Math.max(1, results.length)); }
    if (event.key === 'Enter') run(results[at]);
  };
  return (
    <Veil label={text.find} class="find-sheet">
      <div class="fld big">
        <Icon name="search" />
        <input placeholder={text.find} aria-label={text.find} role="combobox" aria-expanded="true" aria-controls="found"
          aria-activedescendant={results[at] ? `found-${at}` : undefined} value={query} onKeyDown={keys}
          onInput={(event) => { setQuery(event.currentTarget.value); setAt(0); }} />
      </div>
      <div id="found" role="listbox" aria-label="Found">
        {results.map((found, i) => (
          <div key={found.title + found.hint} id={`found-${i}`} role="option" aria-selected={i === at} class={`found${i === at ? ' on' : ''}`}
            onPointerEnter={() => setAt(i)} onClick={() => run(found)}>
            <span>{found.title}</span><span class="grow" />
            {/^[A-Z.,?[\]\\0-9]$| |Space|Backspace|Delete|Esc/.test(found.hint) ? <kbd>{found.hint}</kbd> : <span class="faint">{found.hint}</span>}
          </div>
        ))}
        {results.length === 0 && <p class="empty">Nothing has that name.</p>}
      </div>
    </Veil>
  );
}

function KeysDialog() {
  const groups = [...new Set(commands.filter((c) => c.keys).map((c) => c.group))];
  const driving = [['W A S D', 'drive'], ['Shift', 'slowly'], ['X', 'brake'], ['hold O', 'hide the ghost'], ['F6', 'next part of the page']];
  const looking = [['left drag', 'orbit'], ['right drag', 'pan'], ['wheel', 'zoom'], ['double click', 'look at it'], ['Shift click', 'add to the selection']];
  return (
    <Veil label={text.keyboardMap} class="keys-sheet">
      <header><h1>{text.keyboardMap}</h1><span class="grow" /><IconButton icon="x" label="Close" keys="Esc" onClick={close} /></header>
      <div class="columns">
        <section><h2>Drive</h2>{driving.map(([keys, what]) => <p key={keys}><kbd>{keys}</kbd>{what}</p>)}</section>
        <section><h2>Look</h2>{looking.map(([keys, what]) => <p key={keys}><kbd>{keys}</kbd>{what}</p>)}</section>
        {groups.map((group) => (
          <section key={group}><h2>{group}</h2>
            {commands.filter((c) => c.group === group && c.keys).map((c) => <p key={c.title}><kbd>{c.keys}</kbd>{c.title}</p>)}
          </section>
        ))}
        {hasDocs.value && (
          <section><h2>Documentation</h2>
            {docsPages.map(({ title, page }) => <p key={page}><a style="grid-column: 1 / -1; color: var(--accent)" href={`/docs/${page}`} target="_blank" rel="noopener">{title.replace('Documentation: ', '')}</a></p>)}
          </section>
        )}
      </div>
    </Veil>
  );
}

export function Dialogs() {
  if (dialog.value === 'find') return <FindDialog />;
  return dialog.value === 'keys' ? <KeysDialog /> : null;
}
