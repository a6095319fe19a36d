import { useState } from 'preact/hooks';
import { chosenQuantity, curve, quantity, shown, toleranceOf, tolerances } from '../store/gap';
import { amountText, leastRuns, parseAmount, secondsText, unitFor } from '../store/gap_math';
import { text } from './gap_strings';

/** The tolerance in the sentence, "5 cm": a click or Enter makes it editable; a new value takes effect at once. */
function Tolerance({ name, unit, value }: { name: string; unit: string; value: number }) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = (to: number) => { tolerances.value = { ...tolerances.peek(), [name]: to }; };
  const parsed = typed === null ? value : parseAmount(typed, unit, value);
  const bad = !(parsed > 0);
  const input = (to: string) => {
    setTyped(to);
    const amount = parseAmount(to, unit, value);
    if (amount > 0 && /[a-z°]/i.test(to)) set(amount);
  };
  const finish = () => {
    if (typed !== null && !bad) set(parsed);
    setTyped(null);
  };
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish();
    if (event.key === 'Escape') setTyped(null);
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (!by || bad) return;
    event.preventDefault();
    const shownUnit = unitFor(parsed, unit), step = 10 ** Math.floor(Math.log10(parsed * shownUnit.scale) - 0.3);
    const next = Math.max(step, Number((parsed * shownUnit.scale + by * step).toPrecision(6))) / shownUnit.scale;
    set(next);
    setTyped(amountText(next, unit));
  };
  if (typed === null) {
    return (
      <button type="button" class="tol" id="gap-tolerance" data-tip={text.toleranceTip} aria-label={`${text.tolerance(name)}: ${amountText(value, unit)}`}
        onClick={() => setTyped(amountText(value, unit))}>{amountText(value, unit)}</button>
    );
  }
  return (
    <span class="tol-edit">
      <input class={bad ? 'bad' : ''} aria-label={text.tolerance(name)} aria-invalid={bad ? true : undefined} value={typed} size={Math.max(4, typed.length)} spellcheck={false}
        ref={(input) => { if (input && document.activeElement !== input) { input.focus(); input.select(); } }}
        onInput={(event) => input(event.currentTarget.value)} onBlur={finish} onKeyDown={keys} />
      {bad && <span class="problem" role="alert">{text.badTolerance(unitFor(value, unit).unit)}</span>}
    </span>
  );
}

function QuantityChoice() {
  const all = shown.value!.result.quantities, now = quantity.value!;
  if (all.length < 2) return <>{now.name}</>;
  return (
    <span class="pick">{now.name}
      <select aria-label={text.quantity} value={now.name} onChange={(event) => { chosenQuantity.value = event.currentTarget.value; }}>
        {all.map((q) => <option key={q.name} value={q.name}>{q.name}</option>)}
      </select>
    </span>
  );
}

/** The verdicts of the other quantities. Recorded signals, which are many, are in the report. */
const shorter = (summary: string) => summary.split(/(?<=\.)\s+/).filter((sentence) => !sentence.startsWith('/')).join(' ');

/** The verdict as a sentence, with an editable tolerance. */
export function Verdict() {
  const q = quantity.value, c = curve.value, all = shown.value!.result;
  if (!q || !c) return null;
  const words = text.verdict, restarts = all.mode === 'restarts';
  const tolerance = <Tolerance key={q.name} name={q.name} unit={q.unit} value={toleranceOf(q.name, q.tolerance)} />;
  const what = <><QuantityChoice /> {words.to} {tolerance}</>;
  const end = secondsText(q.t[q.t.length - 1] ?? 0);
  let sentence = <>{words.notEnough(q.n, restarts ? 'restart' : 'run', leastRuns(q.limit))}</>;
  if (c.kind === 'until') sentence = <>{words.trust} {what} {words.for} <b>{secondsText(c.crossing!)}.</b></>;
  if (c.kind === 'whole') sentence = <>{words.trust} {what} {words.for} <b>{words.whole(restarts ? words.horizon : words.run, end)}.</b></>;
  if (c.kind === 'never') sentence = <>{words.doNot} {what}: {words.crossed(secondsText(c.below))}</>;
  if (c.kind === 'reference_too_uncertain') sentence = <>{words.cannot} {what}: {words.uncertain(amountText(q.reference_deviation, q.unit))}</>;
  return (
    <div class={`verdict ${c.kind}`} role="status">
      <h2 id="gap-verdict">{sentence}</h2>
      {q === all.quantities[0] && all.summary && <p>{shorter(all.summary)}</p>}
    </div>
  );
}
