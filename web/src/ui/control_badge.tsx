import { text } from '../strings';
import { answerControl, control, driven, releaseControl, takeControl } from '../store/people';
import { replay } from '../store/replay';
import { Button } from './button';
import { Icon } from './icon';

/** Which person has control of the robot, with buttons to change it. */
export function ControlBadge() {
  const now = control.value;
  const robot = driven.value;
  if (replay.value) return <span class="ctrl real"><Icon name="steering" />{text.control.recording}</span>;
  if (!robot && now.kind !== 'lost') return null;
  switch (now.kind) {
    case 'mine':
      return (
        <button type="button" class="ctrl mine" data-tip={`${robot}: ${text.control.release}`} onClick={() => void releaseControl()}>
          <Icon name="steering" />{text.control.mine}
        </button>
      );
    case 'asked':
      return (
        <span class="ctrl-more">
          <span class="ctrl asked" role="status"><Icon name="steering" />{text.control.asks(now.name)}</span>
          <Button kind="primary" onClick={() => void answerControl(true)}>{text.control.give}</Button>
          <Button onClick={() => void answerControl(false)}>{text.control.keep(now.seconds)}</Button>
        </span>
      );
    case 'other':
      return (
        <span class="ctrl-more">
          <span class="ctrl"><Icon name="steering" />{text.control.other(now.name)}</span>
          <Button reason={now.asked && `${now.name} has been asked.`} onClick={() => void takeControl()}>
            {now.asked ? text.control.asked : text.control.ask}
          </Button>
        </span>
      );
    case 'recording':
      return (
        <button type="button" class="ctrl real" data-tip={`${robot}: ${text.control.take}`} onClick={() => void takeControl()}>
          <Icon name="steering" />{text.control.recording}
        </button>
      );
    case 'none':
      return (
        <button type="button" class="ctrl" data-tip={`${robot}: ${text.control.take}`} onClick={() => void takeControl()}>
          <Icon name="steering" />{text.control.none}
        </button>
      );
    default:
      return <span class="ctrl"><Icon name="steering" />{text.control.none}</span>;
  }
}
