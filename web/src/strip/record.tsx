import { text } from '../strings';
import { replay } from '../store/replay';
import { lost, status } from '../store/status';
import { closeRecording, toggleRecord } from '../store/time';
import { Button } from '../ui/button';
import { shortClock } from '../ui/format';

export function RecordButton() {
  if (replay.value) return <Button icon="x" onClick={closeRecording}>Back to the running world</Button>;
  const on = !!status.value?.recording;
  const label = on ? text.time.recording(shortClock(status.value!.recorded_seconds)) : text.time.record;
  return (
    <button type="button" class={`rec${on ? ' on' : ''}`} id="record" aria-pressed={on} aria-disabled={lost.value ? true : undefined}
      data-tip={on ? 'Stop recording' : 'Record into an MCAP file'} data-keys="Shift B"
      onClick={() => { if (!lost.value) void toggleRecord(); }}>
      <i /><span>{label}</span>
    </button>
  );
}
