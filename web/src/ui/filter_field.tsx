import { Icon } from './icon';

/** A field that filters the list below it. Escape clears it. */
export function FilterField({ label, value, onChange, wide, onDown }: {
  label: string; value: string; onChange: (text: string) => void; wide?: boolean; onDown?: () => void;
}) {
  return (
    <div class={`fld${wide ? ' wide' : ''}`}>
      <Icon name="search" small />
      <input type="search" aria-label={label} placeholder={label} value={value} spellcheck={false} onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) { event.stopPropagation(); onChange(''); }
          if (event.key === 'ArrowDown' && onDown) { event.preventDefault(); onDown(); }
        }} />
    </div>
  );
}
