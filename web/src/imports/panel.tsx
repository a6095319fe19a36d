import { useState } from 'preact/hooks';
import type { ModelProblem } from '../net/messages';
import { text } from '../panels/strings';
import { Button, IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { ChooseFiles } from './drop_zone';
import { closeImport, countOf, fix, imported, inOrder, load, type Import } from './store';

/** "Line 112: axis is 0 0 0. The right side uses 0 1 0." */
function sentence(problem: ModelProblem): string {
  const where = problem.line > 0 ? `${text.imports.line(problem.line)}: ` : '';
  const said = problem.value && !problem.message.includes(problem.value) ? text.imports.says(problem.value) : '';
  const rest = [said, problem.advice && upper(problem.advice)].filter(Boolean).join('. ') || partOf(problem.element);
  return `${where}${rest.replace(/\.$/, '')}.`;
}

/** "link tip" from "robot[rover]/link[tip]/visual". */
function partOf(element: string): string {
  const found = element.match(/(link|joint|sensor|model)\[([^\]]+)\](?!.*(link|joint|sensor)\[)/);
  return found ? text.imports.inPart(found[1]!, found[2]!) : element;
}

function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ProblemProps { problem: ModelProblem; first: boolean; open: boolean; busy: boolean; onToggle: () => void }

function Problem({ problem, first, open, busy, onToggle }: ProblemProps) {
  const error = problem.severity === 'error';
  const [before, mark, after] = split(problem.line_text.trim(), problem.value);
  return (
    <li class={`pb${open ? ' open' : ''}`}>
      <Icon name={error ? 'octagon' : 'triangle'} small class={error ? 'danger' : 'warn'} />
      <button type="button" class="pb-text" aria-expanded={problem.line_text ? open : undefined} onClick={onToggle}>
        <span class="hide">{error ? 'Error: ' : 'Warning: '}</span><b>{upper(problem.message)}</b><span class="d">{sentence(problem)}</span>
      </button>
      {problem.fix && <Button small kind={first ? 'primary' : 'outline'} reason={busy && 'Being fixed'} onClick={() => void fix(problem)}>{problem.fix}</Button>}
      {open && problem.line_text && <pre tabIndex={0}><i>{problem.line}</i>{before}<mark class={error ? '' : 'w'}>{mark}</mark>{after}</pre>}
    </li>
  );
}

function split(line: string, value: string): [string, string, string] {
  const at = value ? line.indexOf(value) : -1;
  return at < 0 ? ['', line, ''] : [line.slice(0, at), value, line.slice(at + value.length)];
}

function title({ file, checked }: Import): string {
  const errors = countOf(checked, 'error'), warnings = countOf(checked, 'warning');
  return errors ? text.imports.needs(file, errors) : warnings ? text.imports.warned(file, warnings) : text.imports.ready(file);
}

function story({ checked }: Import): string {
  const bad = new Set(checked.problems.filter((p) => p.severity === 'error').map((p) => p.element)).size;
  const good = Math.max(0, checked.links - bad);
  const shown = !checked.description ? (checked.links > 0 ? text.imports.someFine(good, checked.links) : text.imports.noneFine)
    : bad > 0 && checked.links > 0 ? text.imports.fine(good, checked.links) : text.imports.allFine;
  return `${shown} ${text.imports.unchanged}`;
}

/** The text of the file, with the line of the problem. */
function Source({ now, line, onClose }: { now: Import; line: number; onClose: () => void }) {
  const lines = now.source.split('\n');
  const from = Math.max(0, line - 40), shown = lines.slice(from, line + 40);
  return (
    <div class="source" role="dialog" aria-label={text.imports.source(now.file)} onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); onClose(); } }}>
      <div class="sec first">{now.file}<span class="grow" /><IconButton small icon="x" label={text.imports.close} onClick={onClose} /></div>
      <div class="scroll m" tabIndex={0} role="region" aria-label={text.imports.source(now.file)} ref={(box) => box?.querySelector('.here')?.scrollIntoView({ block: 'center' })}>
        {shown.map((one, i) => <div key={i} class={from + i + 1 === line ? 'here' : ''}><i>{from + i + 1}</i>{one}</div>)}
      </div>
    </div>
  );
}

/** The problems of an imported file, and their fixes. Replaces the right panel. */
export function ImportPanel() {
  const now = imported.value;
  const [open, setOpen] = useState(0);
  const [source, setSource] = useState(0);
  if (!now) return null;
  const { checked } = now;
  const problems = inOrder(checked.problems);
  const errors = countOf(checked, 'error'), warnings = countOf(checked, 'warning');
  const line = problems.find((p) => p.line > 0)?.line ?? 0;
  const firstFix = problems.findIndex((p) => p.fix);
  return (
    <section class="import" aria-labelledby="import-title">
      <div class="hd">
        <span class={`sicon ${errors ? 'e' : 'w'}`}><Icon name={errors ? 'octagon' : 'triangle'} /></span>
        <div class="grow"><h1 id="import-title">{title(now)}</h1><p>{story(now)}</p></div>
        <IconButton icon="x" label={text.imports.close} onClick={closeImport} />
      </div>
      <div class="facts">
        {checked.links > 0 && <span class="chip">{text.imports.links(checked.links)}</span>}
        {checked.joints > 0 && <span class="chip">{text.imports.joints(checked.joints)}</span>}
        {checked.mass > 0 && <span class="chip">{text.imports.mass(checked.mass.toFixed(1))}</span>}
        {errors > 0 && <span class="chip e">{text.imports.errors(errors)}</span>}
        {warnings > 0 && <span class="chip w">{text.imports.warnings(warnings)}</span>}
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={title(now)}>
        <ul class="problems">
          {problems.map((problem, i) => (
            <Problem key={`${problem.line} ${problem.message}`} problem={problem} first={i === firstFix} open={open === i} busy={!!now.busy} onToggle={() => setOpen(open === i ? -1 : i)} />
          ))}
        </ul>
        <ChooseFiles label={text.imports.find}>{text.imports.missing}</ChooseFiles>
      </div>
      {source > 0 && <Source now={now} line={source} onClose={() => setSource(0)} />}
      <footer>
        {line > 0 && <Button icon="fileCode" onClick={() => setSource(source ? 0 : line)}>{text.imports.openAt(line)}</Button>}
        <span class="grow" />
        <Button onClick={closeImport}>{text.imports.discard}</Button>
        <Button kind="primary" reason={errors > 0 && !checked.description && text.imports.cannot} onClick={() => void load()}>{errors ? text.imports.load : text.imports.add}</Button>
      </footer>
    </section>
  );
}
