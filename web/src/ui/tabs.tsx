import type { ComponentChildren } from 'preact';

interface Props<T extends string> {
  id: string;
  label: string;
  tabs: { key: T; text: string }[];
  value: T;
  onChange: (key: T) => void;
  children?: ComponentChildren;
}

/** A row of tabs; arrows move among them. The panel beside it has id `${id}-panel`. Children are placed at the right. */
export function Tabs<T extends string>({ id, label, tabs, value, onChange, children }: Props<T>) {
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.key === value);
    const next = tabs[(at + by + tabs.length) % tabs.length]!;
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tablist" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button type="button" key={tab.key} id={`${id}-${tab.key}`} role="tab" aria-selected={tab.key === value}
            aria-controls={`${id}-panel`} tabIndex={tab.key === value ? 0 : -1} onClick={() => onChange(tab.key)}>
            {tab.text}
          </button>
        ))}
      </div>
      {children && <><span class="grow" />{children}</>}
    </div>
  );
}
