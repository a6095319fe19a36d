import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Property } from '../net/messages';
import { editCount, setProperty, type Place } from '../store/properties';
import { scene } from '../store/scene';
import { ask } from '../store/server';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { PropertyRow } from './property_row';
import { text } from './strings';

/** The property just changed, if other items share it. */
interface Shared { property: Property; value: number[]; words: string; parts: string[] }

/** The properties of a part, read again after each edit; null until they have arrived. */
export function useProperties({ entity, part }: Place): Property[] | null {
  const [found, setFound] = useState<{ key: string; list: Property[] } | null>(null);
  const key = `${entity} ${part}`;
  useEffect(() => {
    let here = true;
    ask('/surefoot/edit/properties', { entity, part })
      .then(({ properties }) => { if (here) setFound({ key, list: properties }); })
      .catch(() => { if (here) setFound({ key, list: [] }); });
    return () => { here = false; };
  }, [key, editCount.value, scene.value?.version]);
  return found && found.key === key ? found.list : null;
}

function nounOf(part: string, label: string): string {
  if (part.startsWith('joint:')) return text.inspect.joints;
  if (part.startsWith('sensor:')) return text.inspect.sensors;
  return /tyre|tread|grouser|friction/i.test(label) ? text.inspect.wheels : text.inspect.links;
}

interface Props {
  place: Place; reason: string | false;
  /** Content beside a group's title, and rows after its last row. */
  aside?: (group: string) => ComponentChildren;
  rows?: (group: string) => ComponentChildren;
  /** Groups shown before the others. */
  first?: string[];
}

/** Properties by group. */
export function PropertySection({ place, reason, aside, rows, first = [] }: Props) {
  const all = useProperties(place);
  const [waiting, setWaiting] = useState<{ name: string; value: number[]; words: string } | null>(null);
  const [shared, setShared] = useState<Shared | null>(null);
  const key = `${place.entity} ${place.part}`;
  useEffect(() => { setShared(null); setWaiting(null); }, [key]);
  if (!all) return null;
  const rank = (group: string) => (first.includes(group) ? first.indexOf(group) : first.length);
  const groups = [...new Set(all.map((p) => p.group))].sort((a, b) => rank(a) - rank(b));
  const change = async (property: Property, value: number[], words: string) => {
    setWaiting({ name: property.name, value, words });
    const from = await setProperty(place, property, { value, text: words });
    setWaiting(null);
    if (from && property.shared_with.length) setShared({ property, value, words, parts: property.shared_with });
  };
  const applyAll = async () => {
    if (!shared) return;
    setShared(null);
    await setProperty(place, shared.property, { value: shared.value, text: shared.words }, shared.parts);
  };
  const shown = (p: Property): Property => (waiting?.name === p.name ? { ...p, value: waiting.value.length ? waiting.value : p.value, text: waiting.words || p.text } : p);
  return (
    <>
      {groups.map((group) => (
        <div key={group} class="group">
          <h3 class="sec">{group || text.inspect.parts}<span class="grow" />{aside?.(group)}</h3>
          {all.filter((p) => p.group === group).map((p) => (
            <PropertyRow key={p.name} property={shown(p)} waiting={waiting?.name === p.name} reason={reason} onChange={(value, words) => void change(p, value, words)} />
          ))}
          {rows?.(group)}
          {shared && shared.property.group === group && (
            <div class="note" role="status"><Icon name="info" small /><span>{text.inspect.shared(shared.property.label, shared.parts.length + 1, nounOf(place.part, shared.property.label))}{' '}
              <Button kind="link" onClick={() => void applyAll()}>{text.inspect.applyAll(shared.parts.length + 1)}</Button></span></div>
          )}
        </div>
      ))}
    </>
  );
}
