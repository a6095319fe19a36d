import { text } from '../strings';
import { rightCover, rightOpen, rightTab } from '../store/settings';
import { ImportPanel } from '../imports/panel';
import { IconButton } from '../ui/button';
import { Tabs } from '../ui/tabs';
import { GapPanel } from './gap';
import { InspectPanel } from './inspect';
import { TopicsPanel } from './topics';

/** Inspect, Topics, Reality gap. */
export function RightPanel() {
  const tab = rightTab.value;
  if (rightCover.value === 'import') return <ImportPanel />;
  return (
    <>
      <Tabs id="right" label={text.right} value={tab} onChange={(key) => { rightTab.value = key; }}
        tabs={[{ key: 'inspect', text: text.tabs.inspect }, { key: 'topics', text: text.tabs.topics },
               { key: 'gap', text: text.tabs.gap }]}>
        <IconButton icon="panelRight" label={text.hidePanel} keys="]" onClick={() => { rightOpen.value = false; }} />
      </Tabs>
      <div id="right-panel" class="panel" role="tabpanel" aria-labelledby={`right-${tab}`}>
        {tab === 'inspect' && <InspectPanel />}
        {tab === 'topics' && <TopicsPanel />}
        {tab === 'gap' && <GapPanel />}
      </div>
    </>
  );
}
