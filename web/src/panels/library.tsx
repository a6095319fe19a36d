import { useState } from 'preact/hooks';
import type { LibraryItem } from '../net/messages';
import { wide } from '../store/layout';
import { library } from '../store/library';
import { fileAddress } from '../store/server';
import { leftTab } from '../store/settings';
import { status } from '../store/status';
import { Button, IconButton } from '../ui/button';
import { FilterField } from '../ui/filter_field';
import { Icon } from '../ui/icon';
import { loadWorld, worldTitle } from '../ui/world_menu';
import { addInMiddle, dragging, startDrag } from './library_drag';
import { text } from './strings';

const max_tries = 12;

/** The address of a picture; another one for each try, because browsers remember what was not there. */
function retryAddress(picture: string, tries: number): string {
  const address = fileAddress(picture);
  return tries ? `${address}${address.includes('?') ? '&' : '?'}try=${tries}` : address;
}

/** The server draws pictures in the background: one that does not exist yet is requested again. */
export function Picture({ item }: { item: LibraryItem }) {
  const [tries, setTries] = useState(0);
  const [waiting, setWaiting] = useState(false);
  const again = () => {
    if (tries >= max_tries) return;
    setWaiting(true);
    setTimeout(() => { setTries(tries + 1); setWaiting(false); }, Math.min(4000, 500 * 1.5 ** tries));
  };
  return item.picture && !waiting && tries < max_tries
    ? <img alt="" src={retryAddress(item.picture, tries)} draggable={false} loading="lazy" onError={again} />
    : <span class="no-picture"><Icon name={item.kind === 'world' ? 'map' : item.kind === 'robot' ? 'bot' : 'box'} /></span>;
}

/** Models shown first; the others follow in the server's order. */
const liked = ['husky', 'gravel_bed', 'ramp_15', 'grass_patch', 'bump_row', 'cone', 'crate', 'rover'];
const place = (item: LibraryItem) => (liked.indexOf(item.name) + liked.length + 1) % (liked.length + 1);
const models = () => library.value.filter((item) => item.kind !== 'world').sort((a, b) => place(a) - place(b));
const worlds = () => library.value.filter((item) => item.kind === 'world');

/** A readable name for "husky_75". */
const title = (item: LibraryItem) => worldTitle(item.name);

function Tile({ item, chosen, onChoose }: { item: LibraryItem; chosen?: boolean; onChoose?: () => void }) {
  return (
    <button type="button" class={`tile${chosen ? ' on' : ''}`} aria-label={text.library.tile(title(item))} data-tip={item.description || title(item)} data-uri={item.uri}
      onPointerDown={(event) => startDrag(item, event, () => onChoose?.())}
      onKeyDown={(event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); event.stopPropagation(); void addInMiddle(item); } }}>
      <Picture item={item} /><span class="cap">{title(item)}</span>
    </button>
  );
}

/** The first tiles, shown below the tree. */
export function LibraryStrip() {
  const items = models().slice(0, wide.value ? 9 : 3);
  const [chosen, setChosen] = useState('');
  if (items.length === 0) return null;
  const item = items.find((i) => i.uri === chosen);
  return (
    <>
      <div class="sec">{text.scene.library}<span class="hint">{item ? title(item) : text.scene.drag}</span><span class="grow" />
        {item && <Button small onClick={() => { setChosen(''); void addInMiddle(item); }} label={text.library.add}>Add</Button>}
        <IconButton small icon="maximize" label={text.scene.openLibrary} onClick={() => { leftTab.value = 'library'; }} />
      </div>
      <div class="lib">{items.map((one) => (
        <Tile key={one.uri} item={one} chosen={one.uri === chosen} onChoose={() => setChosen(one.uri === chosen ? '' : one.uri)} />))}</div>
    </>
  );
}

function WorldRow({ item }: { item: LibraryItem }) {
  const here = item.name === status.value?.world;
  return (
    <button type="button" class={`world-row${here ? ' on' : ''}`} aria-label={text.library.loadWorld(title(item))} aria-current={here || undefined}
      data-tip={item.description} onClick={() => void loadWorld(item.uri)}>
      <Picture item={item} /><span><b>{title(item)}</b><small>{item.description}</small></span>
    </button>
  );
}

/** All models and worlds. */
export function LibraryPanel() {
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState('');
  const match = (item: LibraryItem) => `${item.name} ${item.description}`.toLowerCase().includes(filter.toLowerCase());
  const fitting = models().filter(match), places = worlds().filter(match);
  const item = fitting.find((i) => i.uri === chosen);
  return (
    <>
      <FilterField label={text.library.filter(models().length)} value={filter} onChange={setFilter} />
      <div class="scroll">
        {models().length === 0 && <p class="empty">{text.library.none}</p>}
        <div class="lib full">{fitting.map((one) => (
          <Tile key={one.uri} item={one} chosen={one.uri === chosen} onChoose={() => setChosen(one.uri === chosen ? '' : one.uri)} />))}</div>
        {places.length > 0 && <h3 class="sec">{text.library.worlds}</h3>}
        {places.map((one) => <WorldRow key={one.uri} item={one} />)}
        {filter && fitting.length + places.length === 0 && <p class="empty">{text.filterNone(filter)}</p>}
      </div>
      <div class="lib-foot">
        <p class="faint">{item ? item.description || title(item) : text.library.dragHint}</p>
        <Button kind="primary" icon="plus" reason={!item && 'Choose a model first'} onClick={() => item && void addInMiddle(item)}>{text.library.add}</Button>
      </div>
    </>
  );
}

/** The dragged item, shown beside the pointer. */
export function DragHint() {
  const now = dragging.value;
  if (!now) return null;
  return (
    <div class={`drag-hint${now.touches ? ' bad' : ''}`} style={{ left: `${now.x + 14}px`, top: `${now.y + 14}px` }}>
      {now.place}{now.touches && `, ${text.library.touches}`}
    </div>
  );
}
