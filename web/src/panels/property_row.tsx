import type { Property } from '../net/messages';
import { NumberField } from '../ui/number_field';
import { text } from './strings';

interface Props { property: Property; waiting: boolean; reason: string | false; onChange: (value: number[], words: string) => void }

const finite = (limit: number | null) => (limit !== null && Number.isFinite(limit) ? limit : null);
const same = (a: number[], b: number[]) => a.length === b.length && a.every((v, i) => v === b[i]);

/** A typeset unit: "m/s²" for "m/s^2". */
export function unitText(unit: string): string {
  return unit.replace(/\^2/g, '²').replace(/\^3/g, '³').replace(/\*/g, ' ');
}

function Was({ onClick, children }: { onClick: () => void; children: string }) {
  return <button type="button" class="was-link" data-tip="Back to the value of the file" onClick={onClick}>was {children}</button>;
}

function VectorRow({ property, waiting, reason, onChange }: Props) {
  const changed = !same(property.value, property.original);
  return (
    <div class="pr v3 tall">
      <span class="label">{changed && <i class="dot" />}{property.label}{property.unit && <span class="faint">, {unitText(property.unit)}</span>}
        {changed && <Was onClick={() => onChange(property.original, '')}>{property.original.map((v) => Number(v.toPrecision(4))).join(' ')}</Was>}</span>
      <div class="x3 m">
        {property.value.map((value, i) => (
          <NumberField key={i} label={`${property.label} ${'xyz'[i] ?? i}`} inside={'xyz'[i] ?? ''} value={value} waiting={waiting} reason={reason} digits={5}
            lower={finite(property.lower)} upper={finite(property.upper)} onChange={(to) => onChange(property.value.map((v, j) => (j === i ? to : v)), '')} />
        ))}
      </div>
    </div>
  );
}

function ChoiceRow({ property, reason, onChange }: Props) {
  const changed = property.text !== property.original_text;
  return (
    <div class="pr"><label for={`p-${property.name}`}>{changed && <i class="dot" />}{property.label}</label>
      <span class="with-was">
        <select id={`p-${property.name}`} class="choice" value={property.text} disabled={!!reason} onChange={(event) => onChange([], event.currentTarget.value)}>
          {property.choices.map((choice) => <option key={choice} value={choice}>{choice.replace(/_/g, ' ')}</option>)}
        </select>
        {changed && <Was onClick={() => onChange([], property.original_text)}>{property.original_text}</Was>}
      </span>
    </div>
  );
}

function FlagRow({ property, reason, onChange }: Props) {
  const changed = !same(property.value, property.original);
  return (
    <div class="pr"><label for={`p-${property.name}`}>{changed && <i class="dot" />}{property.label}</label>
      <span class="with-was"><input id={`p-${property.name}`} type="checkbox" class="flag" checked={!!property.value[0]} disabled={!!reason}
        onChange={(event) => onChange([event.currentTarget.checked ? 1 : 0], '')} /><span class="faint">{property.value[0] ? text.inspect.on : text.inspect.off}</span></span>
    </div>
  );
}

/** A property with the editor for its kind. */
export function PropertyRow(props: Props) {
  const { property, waiting, reason, onChange } = props;
  switch (property.kind) {
    case 'vector': return <VectorRow {...props} />;
    case 'choice': return <ChoiceRow {...props} />;
    case 'flag': return <FlagRow {...props} />;
    default:
      return (
        <NumberField label={property.label} value={property.value[0] ?? null} original={property.original[0] ?? undefined} none={text.inspect.noLimit} unit={unitText(property.unit)} digits={5}
          lower={finite(property.lower)} upper={finite(property.upper)} waiting={waiting} reason={reason} onChange={(to) => onChange([to], '')} />
      );
  }
}
