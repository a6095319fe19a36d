import { text } from '../strings';
import { firstVisit, freeCentre, leftSize, rightSize } from '../store/layout';
import { leftOpen, leftWidth, rightCover, rightOpen, rightWidth } from '../store/settings';
import { lost, playing, status } from '../store/status';
import { replay } from '../store/replay';
import { Cards } from '../cards/cards';
import { DriveCard } from '../drive/card';
import { DropZone } from '../imports/drop_zone';
import { DragHint } from '../panels/library';
import { LeftPanel } from '../panels/left';
import { RightPanel } from '../panels/right';
import { Strip } from '../strip/strip';
import { IconButton } from './button';
import { Dialogs } from './dialogs';
import { FirstVisit } from './first_visit';
import { millisecondsText } from './format';
import { Guide } from './guide';
import { Icon } from './icon';
import { LiveRegion } from './live_region';
import { LostSheet, TokenSheet } from './lost';
import { ConsentSheet } from './consent';
import { NoPicture } from './no_picture';
import { Panel } from './panel';
import { Toasts } from './toasts';
import { Toolbar } from './toolbar';
import { Tooltip } from './tooltip';
import { TopBar } from './top_bar';

function PauseBar() {
  const now = status.value;
  if (!now || playing.value || lost.value || replay.value || now.state === 'none') return null;
  const [edits, steps] = text.time.pausedHint(millisecondsText(now.step_size));
  return (
    <div class="pausebar" style={{ left: `${freeCentre.value}px` }}>
      <Icon name="pause" small />{text.time.paused}<span class="dim">{edits} <kbd>.</kbd> {steps}</span>
    </div>
  );
}

function Panels() {
  return (
    <>
      {leftOpen.value
        ? <Panel side="left" label={text.left} width={leftSize.value} chosen={leftWidth}><LeftPanel /></Panel>
        : <div class="reopen l"><IconButton icon="panelLeft" label={text.showLeft} keys="[" onClick={() => { leftOpen.value = true; }} /></div>}
      {rightOpen.value || rightCover.value
        ? <Panel side="right" label={text.right} width={rightSize.value} chosen={rightWidth}><RightPanel /></Panel>
        : <div class="reopen r"><IconButton icon="panelRight" label={text.showRight} keys="]" onClick={() => { rightOpen.value = true; }} /></div>}
    </>
  );
}

export function App() {
  return (
    <>
      <TopBar />
      <main>
        <canvas class="view" id="view" tabIndex={0} role="img" aria-label={text.view} data-region="view" />
        {!firstVisit.value && <Panels />}
        {!firstVisit.value && !lost.value && <Toolbar />}
        {!firstVisit.value && <Cards />}
        <PauseBar />
        <Guide />
        <DriveCard />
        <div class="tags" id="tags" aria-hidden="true" />
        <NoPicture />
        <LiveRegion />
        <DragHint />
      </main>
      <Strip />
      <FirstVisit />
      <LostSheet />
      <TokenSheet />
      <ConsentSheet />
      <Dialogs />
      <Toasts />
      <DropZone />
      <Tooltip />
    </>
  );
}
