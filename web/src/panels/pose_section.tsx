import { useState } from 'preact/hooks';
import { moveModel } from '../store/edit';
import { poseOf } from '../store/properties';
import type { Item } from '../store/selection';
import { NumberField } from '../ui/number_field';
import { poseNow, quaternionOf, useTenHertz, type LivePose } from './live';
import { text } from './strings';

const names = ['x', 'y', 'z'], turns = ['r', 'p', 'y'];
const spoken = ['Roll', 'Pitch', 'Yaw'];

function Fixed({ letter, value, digits }: { letter: string; value: number; digits: number }) {
  return <span class="live3 m"><u>{letter}</u>{value.toFixed(digits).replace(/^-(0\.0+)$/, '$1')}</span>;
}

/** The pose. That of models can be edited; that of links follows from the joints. */
export function PoseSection({ item, reason }: { item: Item; reason: string | false }) {
  const [waiting, setWaiting] = useState('');
  const live = useTenHertz<LivePose | null>(() => poseNow(item), [item.model, item.part, item.name]);
  if (!live) return null;
  const editable = item.part === '';
  const set = async (kind: 'position' | 'rpy', index: number, value: number, axis: string) => {
    const now = poseNow(item);
    if (!now) return;
    const position = [...now.position], rpy = [...now.rpy];
    const old = kind === 'position' ? position[index]! : rpy[index]!;
    if (kind === 'position') position[index] = value;
    else rpy[index] = value;
    const q = kind === 'rpy' ? quaternionOf(rpy).toArray() : now.pose.slice(3);
    const to = [...position, ...q] as LivePose['pose'];
    setWaiting(`${kind}${index}`);
    const shown = (v: number) => v.toFixed(kind === 'position' ? 3 : 1);
    await moveModel(item.model, poseOf(now.pose), poseOf(to), text.inspect.moved(item.model, axis, shown(old), shown(value)));
    setWaiting('');
  };
  const field = (kind: 'position' | 'rpy', index: number) => {
    const digits = kind === 'position' ? 3 : 1;
    const value = live[kind][index]!;
    const letter = (kind === 'position' ? names : turns)[index]!;
    if (!editable) return <Fixed key={index} letter={letter} value={value} digits={digits} />;
    const label = kind === 'position' ? `Position ${letter}` : spoken[index]!;
    return (
      <NumberField key={index} label={label} inside={letter} value={Number(value.toFixed(digits))} fixed={digits} reason={reason}
        waiting={waiting === `${kind}${index}`} onChange={(to) => void set(kind, index, to, label)} />
    );
  };
  return (
    <>
      <h3 class="sec first">{text.inspect.pose}<span class="hint">{text.inspect.inFrame(live.frame)}</span><span class="grow" /><span class="hint">{text.inspect.units}</span></h3>
      <div class="pr v3"><span class="label">{text.inspect.position}</span><div class="x3 m">{[0, 1, 2].map((i) => field('position', i))}</div></div>
      <div class="pr v3"><span class="label">{text.inspect.rotation}</span><div class="x3 m">{[0, 1, 2].map((i) => field('rpy', i))}</div></div>
    </>
  );
}
