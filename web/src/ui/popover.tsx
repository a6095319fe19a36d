import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  label: string;
  role?: 'menu' | 'dialog';
  style?: JSX.CSSProperties;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A popover of a button; place it beside the button, inside an element of class "anchor". Escape and clicks outside close it. */
export function Popover({ label, role = 'menu', style, class: extra, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const items = () => [...box.current!.querySelectorAll<HTMLElement>('[role^=menuitem], button, input')];
    items()[0]?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      if (!box.current?.parentElement?.contains(event.target as Node)) onClose();
    };
    const keys = (event: KeyboardEvent) => {
      if (event.key === 'Escape') { event.stopPropagation(); onClose(); opener?.focus(); }
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (!by || role !== 'menu') return;
      event.preventDefault();
      event.stopPropagation();
      const all = items(), at = all.indexOf(document.activeElement as HTMLElement);
      all[(at + by + all.length) % all.length]?.focus();
    };
    document.addEventListener('pointerdown', outside);
    const element = box.current!;
    element.addEventListener('keydown', keys);
    return () => {
      document.removeEventListener('pointerdown', outside);
      element.removeEventListener('keydown', keys);
    };
  }, []);
  return (
    <div ref={box} class={`popover ${extra ?? ''}`} role={role} aria-label={label} style={style}>{children}</div>
  );
}
