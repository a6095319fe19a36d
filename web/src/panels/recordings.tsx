import { useEffect, useState } from 'preact/hooks';
import type { RecordingInfo } from '../net/messages';
import { ChooseFiles } from '../imports/drop_zone';
import { compare } from '../store/gap_actions';
import { replay } from '../store/replay';
import { loadRecordings, recordings } from '../store/recordings';
import { status } from '../store/status';
import { closeRecording, download, openRecording } from '../store/time';
import { Button, IconButton } from '../ui/button';
import { FilterField } from '../ui/filter_field';
import { bytesText, shortClock } from '../ui/format';
import { GhostChoice } from './ghost_choice';
import { text as gapText } from './gap_strings';
import { text } from './strings';

const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\.mcap$/i, '');

function Row({ info, chosen, onChoose }: { info: RecordingInfo; chosen: boolean; onChoose: () => void }) {
  const name = nameOf(info.file);
  const shown = replay.value?.file === info.file;
  return (
    <li class={`rc${chosen ? ' on' : ''}${info.from_surefoot ? '' : ' real'}`}>
      <button type="button" class="rc-main" aria-pressed={chosen} onClick={onChoose} onDblClick={() => void openRecording(info.file)}>
        <b>{name}</b><span class={`chip ${info.from_surefoot ? 'a' : 'r'}`}>{info.from_surefoot ? text.recordings.sim : text.recordings.real}</span>
        <small>{[info.end > info.begin ? shortClock(info.end - info.begin) : '', bytesText(info.bytes), info.world].filter(Boolean).join(', ')}</small>
      </button>
      {chosen && (
        <div class="rc-actions">
          {shown ? <Button small icon="x" onClick={closeRecording}>{text.recordings.close}</Button>
            : <Button small kind={info.from_surefoot ? 'primary' : 'real'} icon="play" label={text.recordings.open(name)} onClick={() => void openRecording(info.file)}>Replay</Button>}
          {info.download && <IconButton small icon="download" label={text.recordings.download(name)} onClick={() => download(info.download)} />}
          <span class="grow" />
          <IconButton small icon="compare" label={gapText.compare(name)} onClick={() => void compare(info.file)} />
          <GhostChoice info={info} name={name} />
        </div>
      )}
    </li>
  );
}

/** The recordings, simulated or of a real robot. */
export function RecordingsPanel() {
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState('');
  const recording = status.value?.recording ?? '';
  useEffect(() => { void loadRecordings(); }, [recording]);
  const all = recordings.value ?? [];
  const shown = all.filter((r) => r.file.toLowerCase().includes(filter.toLowerCase()));
  return (
    <>
      <FilterField label={text.recordings.filter(all.length)} value={filter} onChange={setFilter} />
      {recordings.value && all.length === 0 && <p class="empty">{text.recordings.none}</p>}
      <ul class="scroll recs" aria-label={text.recordings.list}>
        {shown.map((info) => <Row key={info.file} info={info} chosen={chosen === info.file} onChoose={() => setChosen(chosen === info.file ? '' : info.file)} />)}
      </ul>
      <div class="rec-drop"><ChooseFiles label={text.recordings.drop}>{text.recordings.drop}</ChooseFiles></div>
    </>
  );
}
