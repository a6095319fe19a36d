import { text } from '../strings';
import { events } from '../store/events';
import { replay } from '../store/replay';
import { toggleLog } from '../cards/store';
import { lost, playing, silentSeconds, status } from '../store/status';
import { canStepBack, reset, setSpeed, speedIndex, speeds, step, stepBack, stepCount, togglePlay } from '../store/time';
import { IconButton } from '../ui/button';
import { clockText, millisecondsText } from '../ui/format';
import { Icon } from '../ui/icon';
import { EngineChoice } from './engine';
import { RealTime } from './real_time';
import { RecordButton } from './record';
import { Timeline } from './timeline';

const no_answer = 'The simulator does not answer.';

function Transport() {
  const off = lost.value && no_answer;
  const shown = replay.value;
  const running = shown ? shown.playing : playing.value;
  const ms = millisecondsText(status.value?.step_size ?? 0.001);
  const inReplay = shown && 'A recording is shown. Close it first.';
  return (
    <>
      <IconButton icon="reset" label={text.time.reset} keys="Backspace" reason={off || inReplay || false} onClick={() => void reset()} />
      <IconButton icon="stepBack" label={text.time.back} keys="," onClick={() => void stepBack()}
        reason={off || inReplay || (!canStepBack.value && 'Pause and step forward first; this goes back to before such a step.')} />
      <button type="button" class="play" id="play" aria-label={running ? text.time.pause : text.time.play} data-keys="Space"
        data-tip={off || (running ? text.time.pause : text.time.play)} aria-disabled={off ? true : undefined}
        onClick={() => { if (!off) void togglePlay(); }}>
        <Icon name={running ? 'pause' : 'play'} />
      </button>
      <IconButton icon="stepForward" label={text.time.step(stepCount.value, ms)} keys="." reason={off || inReplay || false}
        onClick={() => void step()} />
    </>
  );
}

function Clock() {
  const time = replay.value?.time ?? status.value?.time ?? 0;
  return <span class={`clock${silentSeconds.value > 0 ? ' stale' : ''}`} id="clock">{clockText(time)}</span>;
}

function SpeedKeys() {
  const at = replay.value ? speeds.findIndex((s) => (s || 16) === replay.value!.speed) : speedIndex(status.value?.speed ?? 1);
  return (
    <div class="seg mid" role="radiogroup" aria-label={text.time.speed}>
      {speeds.map((speed, i) => (
        <button type="button" key={speed} role="radio" aria-checked={i === at} data-tip={text.time.speed} data-keys={String(i + 1)}
          onClick={() => void setSpeed(speed)}>{text.time.speeds[i]}</button>
      ))}
    </div>
  );
}

function EventLine() {
  const last = events.value[events.value.length - 1];
  const line = lost.value ? text.lost.event(clockText(status.value?.time ?? 0)) : last?.text ?? '';
  return (
    <button type="button" class="tick wide" data-tip={text.time.log} data-keys="L"
      onClick={toggleLog}>
      <Icon name="scroll" small /><span class="hide">{text.time.log}.</span>
      <span>{!lost.value && last && <span class="m faint">{clockText(last.time)}&ensp;</span>}{line}</span>
    </button>
  );
}

/** The time strip: everything that concerns time. */
export function Strip() {
  return (
    <footer class={`strip${silentSeconds.value > 0 ? ' stale' : ''}`} aria-label={text.time.label} data-region="strip" tabIndex={-1}>
      <div class="strip-row">
        <Transport />
        <Clock />
        <SpeedKeys />
        <span class="vsep mid" />
        <RealTime />
        <EngineChoice />
        <span class="vsep wide" />
        <EventLine />
        <RecordButton />
      </div>
      <Timeline />
    </footer>
  );
}
