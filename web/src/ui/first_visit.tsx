import { useEffect, useState } from 'preact/hooks';
import type { LibraryItem } from '../net/messages';
import { Picture } from '../panels/library';
import { text } from '../strings';
import { library } from '../store/library';
import { firstVisit } from '../store/layout';
import { driven } from '../store/people';
import { leftOpen, leftTab, visited } from '../store/settings';
import { startGuide } from './guide';
import { Icon, type IconName } from './icon';
import { availableWorlds, loadWorld, worldTitle } from './world_menu';
import { status } from '../store/status';

export function closeFirstVisit(): void {
  firstVisit.value = false;
  visited.value = true;
  document.getElementById('view')?.focus();
}

interface Way { title: string; body: string; item: LibraryItem | undefined; icon: IconName; run: () => void }

function ways(): Way[] {
  const item = (name: string) => library.value.find((i) => i.kind !== 'world' && i.name === name);
  return [
    { ...text.first.drive, item: item('husky_scout') ?? item('husky'), icon: 'steering', run: startGuide },
    { ...text.first.bring, item: item('rover'), icon: 'folderUp',
      run: () => { leftOpen.value = true; leftTab.value = 'library'; } },
    { ...text.first.replay, item: item('pioneer_3at'), icon: 'fileClock',
      run: () => { leftOpen.value = true; leftTab.value = 'recordings'; } },
  ];
}

/** Shown at the first visit: what is running, and three things to start with. */
export function FirstVisit() {
  const [worlds, setWorlds] = useState<{ name: string; uri: string }[]>([]);
  useEffect(() => {
    if (!firstVisit.value) return;
    availableWorlds().then((all) => setWorlds(all.filter((w) => w.name !== status.value?.world).slice(0, 3))).catch(() => {});
  }, [firstVisit.value, status.value?.world]);
  if (!firstVisit.value || !status.value) return null;
  const choose = (run: () => void) => { closeFirstVisit(); run(); };
  return (
    <section class="sheet first-sheet" role="dialog" aria-labelledby="first-title">
      <div class="hd">
        <h1 id="first-title">{text.first.title(driven.value)}</h1>
        <p>Hold <kbd>W</kbd> to drive. Nothing to install, nothing you can break: <kbd>Backspace</kbd> puts everything back.</p>
      </div>
      <div class="ways">
        {ways().map((way, i) => (
          <button type="button" key={way.title} class={`way${i === 0 ? ' on' : ''}`} onClick={() => choose(way.run)}>
            {way.item ? <Picture item={way.item} /> : <span class="no-picture"><Icon name={way.icon} /></span>}
            <div><b>{way.title}</b><span>{way.body}</span></div>
          </button>
        ))}
      </div>
      <footer>
        <Icon name="layers" small />
        {worlds.length > 0 && <span>Other worlds: {worlds.map((world, i) => (
          <span key={world.uri}>{i > 0 && ', '}<button type="button" class="lnk" onClick={() => choose(() => void loadWorld(world.uri))}>
            {worldTitle(world.name)}</button></span>
        ))}</span>}
        <span class="grow" />
        <button type="button" class="lnk" style={{ color: 'var(--ink-2)' }} onClick={closeFirstVisit}>{text.first.skip}</button>
      </footer>
    </section>
  );
}
