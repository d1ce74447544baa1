import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

/** Times its own size; 0 fits it to the window. */
const zooms = [0, 1, 1.5, 2, 3, 4] as const;

/** A picture that a press, or Enter, opens over the whole window; there it zooms, by buttons and by +, − and 0. */
export function LargePicture({ src, alt }: { src: string; alt: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="entry-open" aria-label={t`Open large: ${alt}`} onClick={() => setOpen(true)}>
        <img className="entry-picture" src={src} alt={alt} />
      </button>
      {isOpen ? <Large src={src} alt={alt} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Large({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(0);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const zoom = zooms[at] ?? 0;
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const step = (by: 1 | -1) => setAt((now) => Math.min(zooms.length - 1, Math.max(0, now + by)));
  const onKey = (event: KeyboardEvent) => {
    // The page behind goes through its queue by letters.
    event.stopPropagation();
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key === '0') setAt(0);
    else return;
    event.preventDefault();
  };
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(zoom);
  return (
    <dialog ref={dialog} className="entry-large" aria-label={alt} onClose={onClose} onKeyDown={onKey}>
      <header>
        <p role="status">
          {alt} · {zoom === 0 ? <Trans>fits the window</Trans> : percent}
        </p>
        <Button kind="quiet" disabled={at === 0} onClick={() => step(-1)}>
          <Trans>Smaller (−)</Trans>
        </Button>
        <Button kind="quiet" disabled={at === zooms.length - 1} onClick={() => step(1)}>
          <Trans>Larger (+)</Trans>
        </Button>
        <Button kind="quiet" disabled={at === 0} onClick={() => setAt(0)}>
          <Trans>Fit (0)</Trans>
        </Button>
        <Button kind="quiet" onClick={() => dialog.current?.close()}>
          <Trans>Close</Trans>
        </Button>
      </header>
      <section className="entry-scroll" tabIndex={0} aria-label={t`Picture, scroll with the arrow keys`}>
        <img
          src={src}
          alt={alt}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          style={
            zoom === 0 || size === undefined
              ? { maxInlineSize: '100%', maxBlockSize: '100%' }
              : { inlineSize: size.width * zoom, blockSize: size.height * zoom }
          }
        />
      </section>
    </dialog>
  );
}
