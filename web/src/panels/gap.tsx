import { useEffect } from 'preact/hooks';
import { ChooseFiles } from '../imports/drop_zone';
import { branch, busy, curve, inReplay, live, marks, measured, nowAt, problem, quantity, shown, showMark, stale, toleranceOf, trustedAsItIs } from '../store/gap';
import { changeText, compare, driveByRecording, leaveBranch, replayGap, replayWithFix, stopMeasuring } from '../store/gap_actions';
import { amountText, secondsText, trustedFor } from '../store/gap_math';
import { residualsOf, stepOf } from '../store/gap_result';
import { ghostHidden, ghostOpacity } from '../store/ghost';
import { rightSize, windowSize } from '../store/layout';
import { loadRecordings, recordings } from '../store/recordings';
import { download } from '../store/time';
import { Button, IconButton } from '../ui/button';
import { shortClock } from '../ui/format';
import { Icon } from '../ui/icon';
import { ConfidenceCurve, ResidualPlot } from './gap_charts';
import { CloseList, fixReason } from './gap_close';
import { text } from './gap_strings';
import { Verdict } from './gap_verdict';

const nameOf = (file: string) => file.replace(/^.*\//, '');

/** The recording, and how well it is aligned with the world. */
function Head() {
  const now = measured.value!, { alignment } = now.result.recording;
  return (
    <div class="gap-head">
      <Icon name="fileClock" small /><b class="cut">{now.name}</b><span class="dim">{now.ours ? text.sim : text.real}</span><span class="grow" />
      <span class={`chip ${alignment.ok ? 'a' : 'w'}`} data-tip={alignment.ok ? undefined : alignment.sentence}>
        <Icon name={alignment.ok ? 'check' : 'triangle'} small />{alignment.ok ? alignment.sentence || text.aligned : text.alignmentFailed}</span>
    </div>
  );
}

function Busy() {
  if (!busy.value) return null;
  return (
    <div class="gap-busy" role="status">
      <span class="spin" aria-hidden="true" /><span><b>{busy.value.what}</b><small>{busy.value.news}</small></span>
      <Button small onClick={() => void stopMeasuring()}>{text.stop}</Button>
    </div>
  );
}

/** Note about a branch, or about a world that has changed since the measurement. */
function Notice() {
  const tried = branch.value;
  if (tried) {
    return (
      <div class="note branch" role="status"><Icon name="branch" small />
        <span><b>{text.branch.with(changeText(tried.change))}</b> {text.branch.unchanged} {text.branch.was(secondsText(trustedAsItIs.value))}</span>
        <Button small onClick={leaveBranch}>{text.branch.back}</Button></div>
    );
  }
  if (!stale.value || busy.value) return null;
  return (
    <div class="note" role="status"><Icon name="info" small /><span>{text.stale}</span>
      <Button small onClick={() => void compare(measured.value!.file, measured.value!.poseTopic)}>{text.again}</Button></div>
  );
}

function Confidence() {
  const q = quantity.value!, c = curve.value!, restarts = shown.value!.result.mode === 'restarts';
  return (
    <section class="gap-plot" aria-label={text.curve.title}>
      <h3>{text.curve.title} <span class="dim">{text.curve.sub(amountText(c.tolerance, q.unit), q.n, restarts ? 'restart' : 'run')}</span><span class="grow" /><span class="m faint">{text.curve.limit(q.limit)}</span></h3>
      <ConfidenceCurve curve={c} limit={q.limit} now={nowAt.value.seconds} width={rightSize.value - 2} height={windowSize.value.height >= 800 ? 178 : 118} />
    </section>
  );
}

function Residuals() {
  const { result } = shown.value!, { mark, seconds } = nowAt.value;
  const restart = result.restarts[marks.value[mark] ?? -1];
  if (!restart) return null;
  const trusted = trustedFor(curve.value!), end = result.horizon;
  // A low window does not have space for all three.
  const roomy = windowSize.value.height >= 800;
  const all = residualsOf(restart, stepOf(result)).filter((r) => roomy || r.name !== 'speed');
  const tall = roomy ? 78 : 46;
  return (
    <section class="gap-plot" aria-label={text.residuals.title}>
      <h3>{text.residuals.title} <span class="dim">{text.residuals.sub}</span><span class="grow" />
        <span class="dim step"><IconButton small icon="chevronLeft" label={text.residuals.before} reason={mark === 0 && text.residuals.restart(1, marks.value.length, shortClock(restart.t))} onClick={() => showMark(mark - 1)} />
          {text.residuals.restart(mark + 1, marks.value.length, shortClock(restart.t))}
          <IconButton small icon="chevronRight" label={text.residuals.after} reason={mark >= marks.value.length - 1 && text.residuals.restart(mark + 1, marks.value.length, shortClock(restart.t))} onClick={() => showMark(mark + 1)} /></span></h3>
      {all.map((residual, i) => {
        const known = result.quantities.find((q) => q.name === residual.name);
        return <ResidualPlot key={residual.name} residual={residual} tolerance={known ? toleranceOf(known.name, known.tolerance) : null} end={end}
          now={seconds} trusted={trusted} width={rightSize.value - 2} height={tall + (i === all.length - 1 ? 14 : 0)} ticks={i === all.length - 1} />;
      })}
    </section>
  );
}

function Foot() {
  const shownReport = shown.value!.report, playing = inReplay.value;
  return (
    <div class="gap-foot">
      <label class="ghost-opacity"><i aria-hidden="true" />{text.ghost}
        <input type="range" min="0" max="1" step="0.02" value={ghostHidden.value ? 0 : ghostOpacity.value} aria-label={text.ghostOpacity} aria-valuetext={`${Math.round(100 * ghostOpacity.value)} %`}
          onInput={(event) => { ghostOpacity.value = Number(event.currentTarget.value); ghostHidden.value = ghostOpacity.value === 0; }} /></label>
      <span class="grow" />
      {!playing && <IconButton small icon="play" label={text.replay} onClick={replayGap} />}
      {!live.value && <IconButton small icon="steering" label={text.driveTip} onClick={() => void driveByRecording()} />}
      <Button icon="download" reason={!shownReport && text.noReport} tip={text.reportTip} onClick={() => download(shownReport)}>{text.report}</Button>
      <Button kind="real" reason={fixReason()} tip={text.close.fixTip} onClick={() => void replayWithFix()}>{text.close.fix}</Button>
    </div>
  );
}

/** Why a recording cannot be compared, and what to do. */
function Problem() {
  const now = problem.value!;
  return (
    <div class="gap-problem" role="alert">
      <h2><Icon name="triangle" />{text.failed(now.name)}</h2>
      <p>{now.message}</p>
      {now.topics.length > 0 && <p class="topics-choice">{text.chooseTopic} {now.topics.map((topic) => <Button key={topic} small onClick={() => void compare(now.file, topic)}>{topic}</Button>)}</p>}
      <Button onClick={() => void compare(now.file)}>{text.again}</Button>
    </div>
  );
}

function Empty() {
  useEffect(() => { void loadRecordings(); }, []);
  return (
    <div class="scroll gap-empty">
      <p class="empty">{text.empty}</p>
      <p class="dim">{text.emptyMore}</p>
      <ul>{(recordings.value ?? []).slice(0, 8).map((info) => (
        <li key={info.file}><span class="cut">{nameOf(info.file)}</span><span class={`chip ${info.from_surefoot ? 'a' : 'r'}`}>{info.from_surefoot ? text.sim : text.real}</span>
          <Button small label={text.compare(nameOf(info.file))} onClick={() => void compare(info.file)}>{text.compareShort}</Button></li>
      ))}</ul>
      <div class="rec-drop"><ChooseFiles label={text.choose}>{text.choose}</ChooseFiles></div>
    </div>
  );
}

/** For how long the simulation can be trusted, and why not longer. The order is fixed. */
export function GapPanel() {
  const now = shown.value, failed = problem.value;
  if (!now) return <>{busy.value ? <Busy /> : failed ? <Problem /> : <Empty />}</>;
  return (
    <>
      <Busy />
      {failed && !busy.value && <Problem />}
      <Head />
      <div class="scroll gap-body">
        <Verdict />
        <Notice />
        {quantity.value && <Confidence />}
        <Residuals />
        <CloseList />
        {now.result.notes.length > 0 && <details class="gap-notes"><summary>{text.notes}</summary><ul>{now.result.notes.map((n) => <li key={n}>{n}</li>)}</ul></details>}
      </div>
      <Foot />
    </>
  );
}
