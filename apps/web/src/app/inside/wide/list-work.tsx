import { useEffect, useRef, type RefObject } from 'react';
import type { Location } from 'react-router';
import { noteList, readListNote } from '../list-note.ts';

const restMs = 200;
/** Longer than a list takes to be there again. */
const restoreForMs = 3_000;

/** Draws nothing: keeps the list's filter and place, marks the row of what was opened, and leads the focus there and back. */
export function ListWork({ list, page }: { list: Location; page: Location }) {
  const own = useRef<HTMLSpanElement>(null);
  const isBeside = page.pathname !== list.pathname;
  usePlace(own);
  useEffect(() => {
    if (isBeside) noteList({ search: list.search, top: placeOf(own.current?.parentElement) });
  }, [isBeside, list.search, page.key]);
  useOpenedRow(own, page);
  useFocus(own, page, isBeside);
  return <span ref={own} hidden />;
}

type Own = RefObject<HTMLSpanElement | null>;

/** Where a list is on its way to, while its rows are not there again. */
const wanted = new WeakMap<Element, number>();

function placeOf(pane: Element | null | undefined): number {
  return pane ? (wanted.get(pane) ?? Math.round(pane.scrollTop)) : 0;
}

/** How far the list is scrolled belongs to the entry of the history, as it does for a page. */
function usePlace(own: Own) {
  useEffect(() => {
    const pane = own.current?.parentElement;
    if (!pane) return;
    const leaving = new AbortController();
    const { top = 0 } = readListNote(history.state);
    const restore = () => pane.scrollTo({ top, behavior: 'instant' });
    const coming = new ResizeObserver(restore);
    const stop = () => {
      wanted.delete(pane);
      coming.disconnect();
    };
    if (top > 0) {
      wanted.set(pane, top);
      for (const part of pane.children) coming.observe(part);
    }
    const given = setTimeout(stop, restoreForMs);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = { signal: leaving.signal, passive: true };
    for (const kind of ['wheel', 'touchstart', 'keydown', 'pointerdown']) pane.addEventListener(kind, stop, listen);
    pane.addEventListener(
      'scroll',
      () => {
        clearTimeout(timer);
        timer = setTimeout(() => noteList({ top: placeOf(pane) }), restMs);
      },
      listen,
    );
    return () => {
      stop();
      clearTimeout(given);
      clearTimeout(timer);
      leaving.abort();
    };
  }, [own]);
}

function useOpenedRow(own: Own, page: Location) {
  const href = page.pathname + page.search;
  useEffect(() => {
    const pane = own.current?.parentElement;
    if (!pane) return;
    function mark() {
      for (const row of pane?.querySelectorAll('a[href]') ?? []) {
        if (row.getAttribute('href') === href) row.setAttribute('aria-current', 'page');
        else row.removeAttribute('aria-current');
      }
    }
    mark();
    // Rows that load later.
    const coming = new MutationObserver(mark);
    coming.observe(pane, { childList: true, subtree: true });
    return () => coming.disconnect();
  }, [own, href]);
}

/** Readers and keyboards follow what was opened, and are at its row again when it is closed. */
function useFocus(own: Own, page: Location, isBeside: boolean) {
  const left = useRef<HTMLElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (!isBeside) {
      if (focused === document.body) left.current?.focus({ preventScroll: true });
      left.current = null;
    } else if (focused instanceof HTMLElement && own.current?.parentElement?.contains(focused) === true) {
      left.current = focused;
      document.querySelector<HTMLElement>('[data-pane="detail"] h1')?.focus({ preventScroll: true });
    }
  }, [own, page.pathname, page.search, isBeside]);
}
