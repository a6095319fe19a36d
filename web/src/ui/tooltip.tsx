import { useEffect, useState } from 'preact/hooks';

interface Shown { text: string; keys: string; x: number; y: number; above: boolean }

/** One tooltip for all elements with data-tip (and data-keys), shown when the pointer rests on one, and on focus. */
export function Tooltip() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer = 0;
    const hide = () => { clearTimeout(timer); setShown(null); };
    const show = (element: HTMLElement) => {
      const box = element.getBoundingClientRect();
      const above = box.bottom > window.innerHeight - 60;
      setShown({
        text: element.dataset.tip!, keys: element.dataset.keys ?? '', above,
        x: Math.min(window.innerWidth - 90, Math.max(90, box.left + box.width / 2)), y: above ? box.top - 6 : box.bottom + 6,
      });
    };
    const enter = (event: Event) => {
      const element = (event.target as Element).closest?.<HTMLElement>('[data-tip]');
      clearTimeout(timer);
      if (!element) return setShown(null);
      if (event.type === 'focusin' && !element.matches(':focus-visible')) return;
      timer = window.setTimeout(() => show(element), event.type === 'focusin' ? 0 : 450);
    };
    document.addEventListener('pointerover', enter);
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', hide);
    return () => {
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', hide);
    };
  }, []);
  if (!shown) return null;
  return (
    <div class={`tooltip${shown.above ? ' above' : ''}`} aria-hidden="true" style={{ left: `${shown.x}px`, top: `${shown.y}px` }}>
      {shown.text}{shown.keys && <kbd>{shown.keys}</kbd>}
    </div>
  );
}
