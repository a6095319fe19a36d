import { role } from '../store/access';
import { freeCentre } from '../store/layout';
import { callOrToast } from '../store/server';
import { status } from '../store/status';
import { text } from '../strings';
import { Button } from './button';
import { Icon } from './icon';

/** Asks the owner whether a program or script from a client may run. */
export function ConsentSheet() {
  const asked = status.value?.consents?.[0];
  if (!asked || role.value !== 'owner') return null;
  const program = asked.kind === 'program';
  const title = program ? text.consent.program(asked.subject) : text.consent.script(asked.subject);
  const answer = (allow: boolean) => void callOrToast('/surefoot/consent/answer', { id: asked.id, allow });
  return (
    <section class="sheet lost-sheet consent-sheet" role="dialog" aria-label={title} style={{ left: `${freeCentre.value}px` }}>
      <div class="hd">
        <span class="sicon w"><Icon name="triangle" /></span>
        <div><h1>{title}</h1><p>{program ? text.consent.programBody : text.consent.scriptBody}</p></div>
      </div>
      <pre class="consent-code" tabIndex={0}>{asked.text}</pre>
      <footer>
        <Button onClick={() => answer(false)}>{text.consent.refuse}</Button>
        <Button kind="primary" onClick={() => answer(true)}>{text.consent.allow}</Button>
      </footer>
    </section>
  );
}
