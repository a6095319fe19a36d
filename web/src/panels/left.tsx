import { text } from '../strings';
import { leftTab } from '../store/settings';
import { Tabs } from '../ui/tabs';
import { LibraryPanel } from './library';
import { RecordingsPanel } from './recordings';
import { ScenePanel } from './scene';

/** Scene, Library, Recordings. */
export function LeftPanel() {
  const tab = leftTab.value;
  return (
    <>
      <Tabs id="left" label={text.left} value={tab} onChange={(key) => { leftTab.value = key; }}
        tabs={[{ key: 'scene', text: text.tabs.scene }, { key: 'library', text: text.tabs.library },
               { key: 'recordings', text: text.tabs.recordings }]} />
      <div id="left-panel" class="panel" role="tabpanel" aria-labelledby={`left-${tab}`}>
        {tab === 'scene' && <ScenePanel />}
        {tab === 'library' && <LibraryPanel />}
        {tab === 'recordings' && <RecordingsPanel />}
      </div>
    </>
  );
}
