import { freeCentre } from '../store/layout';
import { dismiss, toasts } from '../store/toasts';
import { Icon } from './icon';

/** Short messages above the time strip. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" style={{ left: `${freeCentre.value}px` }}>
      {toasts.value.map((toast) => (
        <div class="toast" key={toast.id}>
          {toast.kind === 'error' && <Icon name="octagon" />}
          <span>{toast.text}</span>
          {toast.actions.map((action) => (
            <button type="button" key={action.label} onClick={() => { dismiss(toast.id); action.run(); }}>{action.label}</button>
          ))}
        </div>
      ))}
    </div>
  );
}
