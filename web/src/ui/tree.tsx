import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon';

export interface TreeRow {
  id: string;
  depth: number;
  text: string;
  icon: IconName;
  /** undefined for a row without children. */
  expanded?: boolean;
  selected?: boolean;
  dim?: boolean;
  error?: boolean;
  /** A small mark after the name. */
  marked?: IconName;
  /** At the right: a chip, a number, initials. */
  badge?: ComponentChildren;
  /** Buttons that appear while the pointer is over the row or the row is selected. */
  actions?: ComponentChildren;
}

interface Props {
  label: string;
  rows: TreeRow[];
  onSelect: (id: string, add: boolean) => void;
  onToggle: (id: string, expand: boolean) => void;
  onOpen?: (id: string) => void;
  onHover?: (id: string | null) => void;
}

const typing_ms = 700;

/** A tree, given as a flat list of rows. Arrows move and open, Enter opens, letters go to the next row that begins with them. */
export function Tree({ label, rows, onSelect, onToggle, onOpen, onHover }: Props) {
  const typed = useRef({ text: '', at: 0 });
  const focusable = rows.find((row) => row.selected)?.id ?? rows[0]?.id;
  const keys = (event: KeyboardEvent) => {
    const list = event.currentTarget as HTMLElement;
    const elements = [...list.querySelectorAll<HTMLElement>('[role=treeitem]')];
    const at = elements.indexOf(document.activeElement as HTMLElement);
    const row = rows[at];
    if (!row) return;
    const go = (index: number) => {
      const next = rows[index];
      if (next) { onSelect(next.id, event.shiftKey); elements[index]?.focus(); }
    };
    const typeAhead = () => {
      const now = performance.now();
      typed.current = { text: (now - typed.current.at < typing_ms ? typed.current.text : '') + event.key.toLowerCase(), at: now };
      const { text } = typed.current;
      const order = rows.map((_, i) => (at + (text.length > 1 ? 0 : 1) + i) % rows.length);
      const found = order.find((i) => rows[i]!.text.toLowerCase().startsWith(text));
      if (found !== undefined) go(found);
    };
    const parent = () => rows.slice(0, at).map((r) => r.depth).lastIndexOf(row.depth - 1);
    switch (event.key) {
      case 'ArrowDown': go(at + 1); break;
      case 'ArrowUp': go(at - 1); break;
      case 'Home': go(0); break;
      case 'End': go(rows.length - 1); break;
      case 'ArrowRight': row.expanded === false ? onToggle(row.id, true) : row.expanded && go(at + 1); break;
      case 'ArrowLeft': row.expanded ? onToggle(row.id, false) : go(parent()); break;
      case 'Enter': onOpen?.(row.id); break;
      default:
        if (event.key.length !== 1 || !/[\w]/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
        typeAhead();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="scroll tree" role="tree" aria-label={label} onKeyDown={keys} onPointerLeave={() => onHover?.(null)}>
      {rows.map((row) => (
        <div key={row.id} class={`row${row.selected ? ' sel' : ''}${row.dim ? ' dim' : ''}`} role="treeitem"
          aria-level={row.depth + 1} aria-selected={!!row.selected} aria-expanded={row.expanded}
          tabIndex={row.id === focusable ? 0 : -1} style={{ paddingLeft: `${6 + row.depth * 14}px` }}
          onClick={(event) => onSelect(row.id, event.shiftKey)} onDblClick={() => onOpen?.(row.id)}
          onPointerEnter={() => onHover?.(row.id)}>
          {row.expanded === undefined ? <span class="twist" />
            : <span class="twist" onClick={(event) => { event.stopPropagation(); onToggle(row.id, !row.expanded); }}>
                <Icon name={row.expanded ? 'chevronDown' : 'chevronRight'} small /></span>}
          <Icon name={row.icon} small />
          <span class="nm">{row.text}</span>
          {row.error && <Icon name="octagon" small class="danger" />}
          {row.marked && <Icon name={row.marked} small class="mark" />}
          {row.badge}
          {row.actions && <span class="act" onClick={(event) => event.stopPropagation()}>{row.actions}</span>}
        </div>
      ))}
    </div>
  );
}
