import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { text } from '../strings';
import { enterToken, needsToken } from '../store/access';
import { covered, freeCentre } from '../store/layout';
import { linkState, server } from '../store/server';
import { lost, silentSeconds, status } from '../store/status';
import { toast } from '../store/toasts';
import { forgetSteps } from '../store/undo';
import { Button } from './button';
import { clockText } from './format';
import { Icon } from './icon';

/** Ticks while the sheet is open, for the seconds it shows. */
const tick = signal(0);

/** The lost connection: that the picture is old, and when the next attempt is made. */
export function LostSheet() {
  const shown = lost.value;
  useEffect(() => {
    document.body.classList.toggle('lost', shown);
    if (!shown) return;
    const timer = setInterval(() => { tick.value++; }, 250);
    return () => clearInterval(timer);
  }, [shown]);
  if (!shown) return null;
  tick.value;
  const wait = Math.max(0, (server.retryAt - performance.now()) / 1000);
  const trying = linkState.value === 'connecting';
  const ever = !!status.value;
  return (
    <>
      <section class="sheet lost-sheet" role="alert" style={{ left: `${freeCentre.value}px` }}>
        <div class="prog"><i style={{ width: trying ? '100%' : `${Math.max(4, 100 - wait * 12.5)}%` }} /></div>
        <div class="hd">
          <span class="sicon w"><Icon name="unplug" /></span>
          <div>
            <h1>{ever ? text.lost.title(silentSeconds.value) : text.lost.never}</h1>
            <p>{ever ? text.lost.body : text.lost.bodyNever}</p>
          </div>
        </div>
        <footer>
          <span class="dim" aria-hidden="true">{trying ? text.lost.trying(server.attempts) : text.lost.next(Math.max(1, server.attempts), Math.ceil(wait))}</span>
          <span class="grow" />
          <Button kind="primary" icon="refresh" onClick={() => server.reconnect()}>{text.lost.retry}</Button>
        </footer>
      </section>
      {ever && (
        <div class="stamp" style={{ right: `${covered.value.right}px` }}>
          <Icon name="snowflake" small />{text.lost.stamp(clockText(status.value!.time))}
        </div>
      )}
    </>
  );
}

/** Asks for the token that the server requires. */
export function TokenSheet() {
  if (!needsToken.value) return null;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('token') as HTMLInputElement;
    if (await enterToken(field.value)) server.connect();
    else toast(text.token.wrong, { kind: 'error' });
  };
  return (
    <section class="sheet lost-sheet token-sheet" role="dialog" aria-label={text.token.title} style={{ left: `${freeCentre.value}px` }}>
      <form onSubmit={submit}>
        <div class="hd">
          <span class="sicon w"><Icon name="unplug" /></span>
          <div><h1>{text.token.title}</h1><p>{text.token.body}</p></div>
        </div>
        <footer>
          <input class="grow" type="password" name="token" autocomplete="off" aria-label={text.token.field} placeholder={text.token.field} required />
          <Button kind="primary" submit>{text.token.send}</Button>
        </footer>
      </form>
    </section>
  );
}

/** Notifies when the server that answers runs another run than the one that was lost. */
export function watchRun(): void {
  let run = '', broken = false;
  linkState.subscribe((state) => { if (state === 'closed') broken = true; });
  status.subscribe((now) => {
    if (!now || now.run_id === run) { if (now) broken = false; return; }
    // Another world has another run id, too.
    if (run && broken) {
      toast(text.lost.restarted, { seconds: 10 });
      forgetSteps();
    }
    run = now.run_id;
    broken = false;
  });
}
