import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon';

interface ButtonProps {
  kind?: 'outline' | 'primary' | 'real' | 'link';
  icon?: IconName;
  small?: boolean;
  /** Why the button is disabled; shown as its tooltip. */
  reason?: string | false;
  tip?: string;
  onClick?: (event: MouseEvent) => void;
  children?: ComponentChildren;
  class?: string;
  label?: string;
  /** The button submits a form. */
  submit?: boolean;
}

export function Button({ kind = 'outline', icon, small, reason, tip, onClick, children, class: extra, label, submit }: ButtonProps) {
  const look = kind === 'link' ? 'lnk' : `btn ${kind === 'outline' ? '' : kind} ${small ? 'sm' : ''}`;
  return (
    <button type={submit ? 'submit' : 'button'} class={`${look} ${extra ?? ''}`} aria-disabled={reason ? true : undefined} aria-label={label}
      data-tip={reason || tip} onClick={(event) => { if (!reason) onClick?.(event); }}>
      {icon && <Icon name={icon} small />}{children}
    </button>
  );
}

interface IconButtonProps {
  icon: IconName;
  /** Its accessible name and tooltip. */
  label: string;
  /** The equivalent key, for the tooltip. */
  keys?: string;
  /** A toggle that is on or off. */
  on?: boolean;
  reason?: string | false;
  small?: boolean;
  class?: string;
  id?: string;
  expanded?: boolean;
  onClick?: (event: JSX.TargetedMouseEvent<HTMLButtonElement>) => void;
}

export function IconButton({ icon, label, keys, on, reason, small, class: extra, id, expanded, onClick }: IconButtonProps) {
  return (
    <button type="button" id={id} class={`ib${on ? ' on' : ''}${small ? ' small' : ''} ${extra ?? ''}`}
      aria-label={label} aria-pressed={on} aria-disabled={reason ? true : undefined} aria-expanded={expanded}
      aria-keyshortcuts={keys && keys.length > 1 ? keys.replace('Ctrl ', 'Control+').replace('Shift ', 'Shift+') : keys}
      data-tip={reason || label} data-keys={keys} onClick={(event) => { if (!reason) onClick?.(event); }}>
      <Icon name={icon} small={small} />
    </button>
  );
}
