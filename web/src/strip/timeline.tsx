import { useEffect, useRef } from 'preact/hooks';
import { text } from '../strings';
import { text as gapText } from '../panels/gap_strings';
import { events } from '../store/events';
import { curve, trustWindows } from '../store/gap';
import { trustedFor } from '../store/gap_math';
import { windowSize } from '../store/layout';
import { replay } from '../store/replay';
import { theme } from '../store/settings';
import { lost, playing, status } from '../store/status';
import { clockText } from '../ui/format';
import { drawTimeline, timelineEnd, type TimelineState, type TrustWindow } from './timeline_draw';

function trust(): TrustWindow[] {
  const c = curve.value;
  return c ? trustWindows.value.map(({ begin }) => ({ begin, trusted: trustedFor(c), t: c.t, c: c.c })) : [];
}

function current(): TimelineState {
  const shown = replay.value, now = status.value;
  const time = shown?.time ?? now?.time ?? 0;
  const chip = shown ? (shown.playing ? 'replay' : 'scrub') : lost.value ? 'stale' : playing.value ? 'live' : 'paused';
  const recorded = !shown && now?.recording ? [Math.max(0, time - now.recorded_seconds), time] as const : null;
  return {
    begin: shown?.begin ?? 0, end: shown?.end ?? timelineEnd(time), time, chip, recorded, replay: !!shown, stale: lost.value,
    events: shown ? [] : events.value, trust: trust(),
  };
}

/** Whether the simulation can be trusted at the playhead. */
function trustText({ trust: windows, time }: TimelineState): string {
  const last = windows.filter((w) => w.begin <= time).pop();
  return last ? `, ${time - last.begin <= last.trusted ? gapText.trusted : gapText.notTrusted}` : '';
}

/** History, events and the playhead. During a replay it is the position slider. */
export function Timeline() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = current();
  const look = theme.value, size = windowSize.value;
  useEffect(() => { if (canvas.current) drawTimeline(canvas.current, state); }, [state, look, size]);

  const seek = (time: number) => {
    const shown = replay.value;
    if (shown) replay.value = { ...shown, playing: false, time: Math.min(shown.end, Math.max(shown.begin, time)) };
  };
  const seekTo = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    seek(state.begin + ((event.clientX - box.left) / box.width) * (state.end - state.begin));
  };
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -0.1, ArrowRight: 0.1, PageDown: -5, PageUp: 5 }[event.key];
    if (!replay.value || (by === undefined && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    event.stopPropagation();
    seek(event.key === 'Home' ? state.begin : event.key === 'End' ? state.end : state.time + by! * (event.shiftKey ? 10 : 1));
  };
  return (
    <>
    <canvas ref={canvas} class="timeline" id="timeline" role="slider" tabIndex={0} aria-label={text.time.timeline}
      aria-valuemin={state.begin} aria-valuemax={state.end} aria-valuenow={state.time} aria-readonly={!state.replay}
      aria-valuetext={`${clockText(state.time)}, ${state.chip}${trustText(state)}`} onKeyDown={keys}
      onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); seekTo(event); }}
      onPointerMove={(event) => { if (event.buttons) seekTo(event); }} />
    {state.trust.length > 0 && <span class="legend" id="trust-legend"><span><i />{gapText.trusted}</span><span><i class="not" />{gapText.not}</span></span>}
    </>
  );
}
