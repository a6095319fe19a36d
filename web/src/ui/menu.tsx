import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

/** A row of a menu. `checked` makes it one of several, or a switch. */
export function MenuItem({ checked, onClick, children }: {
  checked?: boolean; onClick: () => void; children: ComponentChildren;
}) {
  return (
    <button type="button" role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'} aria-checked={checked} onClick={onClick}>
      {checked !== undefined && <span class="tick-mark">{checked && <Icon name="check" small />}</span>}
      {children}
    </button>
  );
}
