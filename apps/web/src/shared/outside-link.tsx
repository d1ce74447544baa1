import { useState, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { onDemand } from './on-demand.tsx';

const OutsideSheet = onDemand(async () => (await import('./outside-sheet.tsx')).OutsideSheet);

/** What a link to another site needs, and the sheet that names the site before it opens. */
export function useOutsideLink(href: string) {
  const [isOpen, setOpen] = useState(false);
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(true);
  };
  return {
    link: {
      href,
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
      onClick: ask,
      // The middle button, which opens a tab and is no click.
      onAuxClick: (event: MouseEvent) => {
        if (event.button === 1) ask(event);
      },
    },
    // Beside the page's content: a link may stand where no dialog may.
    sheet: createPortal(<OutsideSheet open={isOpen} href={href} onClose={() => setOpen(false)} />, document.body),
  };
}

/** A link to another site, which is announced. */
export function OutsideLink(props: { href: string; className?: string; children: ReactNode }) {
  const { link, sheet } = useOutsideLink(props.href);
  return (
    <>
      <a className={props.className ?? 'link'} {...link}>
        {props.children}
      </a>
      {sheet}
    </>
  );
}
