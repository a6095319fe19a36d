import { branch, busy, canApply, measured, tick, ticked } from '../store/gap';
import { calibrate, changeText, tryChange } from '../store/gap_actions';
import type { Close } from '../store/gap_result';
import { Button } from '../ui/button';
import { formatNumber } from '../ui/number_field';
import { text } from './gap_strings';

function Row({ change }: { change: Close }) {
  const percent = Math.round(100 * change.closes), what = changeText(change);
  const tried = branch.value?.change.parameter === change.parameter;
  return (
    <li class={`fix${tried ? ' on' : ''}`}>
      <input type="checkbox" class="flag" aria-label={text.close.tick(what)} disabled={!canApply(change)} data-tip={canApply(change) ? undefined : change.closes > 0 ? text.close.noPart : text.close.noHelp}
        checked={ticked.value.includes(change)} onChange={(event) => tick(change.parameter, event.currentTarget.checked)} />
      <span class="fix-name"><span>{change.label} <span class="m">{formatNumber(change.was)} → {formatNumber(change.fitted)}{change.unit && ` ${change.unit}`}</span></span>
        <small>{text.close.closes(percent)}</small></span>
      <span class="bar real" aria-hidden="true"><i style={{ width: `${Math.max(0, Math.min(100, percent))}%` }} /></span>
      <Button small reason={busy.value ? busy.value.what : false} tip={text.close.tryTip(what)} label={`${text.close.try}: ${what}`} onClick={() => void tryChange(change)}>{text.close.try}</Button>
    </li>
  );
}

/** Each parameter's share of the error, from refitting it alone; nothing is applied yet. */
export function CloseList() {
  const fixes = measured.value!.result.close, looked = measured.value!.looked;
  return (
    <section aria-label={text.close.title} class="gap-close">
      <h3 class="sec">{text.close.title}<span class="grow" />
        {fixes.length > 0 && <span class="hint">{text.close.hint}</span>}
        <Button small reason={busy.value ? busy.value.what : false} tip={text.close.calibrateTip} onClick={() => void calibrate()}>{text.close.calibrate}</Button>
      </h3>
      {fixes.length === 0 && <p class="gap-none">{looked ? text.close.nothing : text.close.none}</p>}
      <ul>{fixes.map((change) => <Row key={change.parameter} change={change} />)}</ul>
    </section>
  );
}

export const fixReason = () => (busy.value ? busy.value.what : measured.value?.result.close.length === 0 ? text.close.noFixes : ticked.value.length === 0 ? text.close.noTick : false);
