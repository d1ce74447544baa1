import { expect, type Page } from '@playwright/test';
import type { Locale } from '@tern/locales/locales';
import axe, { type RunOptions } from 'axe-core';

/** Waits until the page stands: its heading is there and nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await still(page);
}

/** Waits until the fonts are there and nothing moves or changes colour, but for what turns until something is answered. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/**
 * Accessibility checks of axe, as soon as the page has its heading: all of them, or only the one of colours where nothing else can
 * have changed.
 */
export async function expectAccessible(page: Page, what: string, checks: 'all' | 'contrast' = 'all'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const only = checks === 'all' ? {} : { runOnly: ['color-contrast'] };
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { ...only, resultTypes: ['violations'] } satisfies RunOptions,
  );
  expect.soft(found, `axe on ${what}`).toEqual([]);
}

/** Nothing sticks out to the side but what is made to be scrolled there. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() => {
    const root = document.documentElement;
    const ancestorsOf = (element: Element): Element[] =>
      element.parentElement === null ? [] : [element.parentElement, ...ancestorsOf(element.parentElement)];
    const wide = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
    const outside = [
      ...document.querySelectorAll<HTMLElement>('main *, [role="main"] *, header *, footer *, nav *, dialog[open] *'),
    ]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // Most do not stick out; only the others are worth the look at all their surroundings.
        if (width <= 1 || (right <= root.clientWidth + 1 && left >= -1)) return false;
        const isDrawn = getComputedStyle(element).visibility === 'visible';
        const scrolls = ancestorsOf(element).some((around) => /auto|scroll/.test(getComputedStyle(around).overflowX));
        const decorates = element.closest('[aria-hidden="true"]') !== null;
        // Of what is for readers alone, one pixel is laid out and nothing drawn: a table of a chart has its own width in there.
        const isForReaders = ancestorsOf(element).some(
          (around) => getComputedStyle(around).clipPath === 'inset(50%)' && around.clientWidth <= 1,
        );
        return isDrawn && !scrolls && !decorates && !isForReaders;
      })
      .map((element) => `outside: <${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`);
    return [...wide, ...outside];
  });
  expect.soft(found, `sideways overflow on ${what}`).toEqual([]);
}

/** What has to be read in full is not cut off: headings, buttons, links, labels and whatever carries a number. */
export async function expectNothingCut(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, button, a, label, dt, dd, .number, [role="alert"]')]
      .filter((element) => {
        const { overflowX, overflowY, clip } = getComputedStyle(element);
        const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        const high = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
        // Text for readers alone is cut to nothing on purpose.
        return clip === 'auto' && element.clientWidth > 1 && (wide || high);
      })
      .map((element) => `${element.tagName.toLowerCase()} "${element.textContent}"`),
  );
  expect.soft(found, `cut off on ${what}`).toEqual([]);
}

/** No text sticks out of what is drawn around it, and none lies over another one. */
export async function expectTextInPlace(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() => {
    const edges = 'button, .button, .card, .alert, .notice, .chip, .tab-item, .dock-item, .sheet';
    const around = (element: Element): Element[] =>
      element.parentElement === null ? [element] : [element, ...around(element.parentElement)];
    const styleOf = (element: Element) => getComputedStyle(element);
    const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
    const texts: { words: string; rects: DOMRect[]; layer: Element | undefined; spills: boolean }[] = [];
    while (walker.nextNode()) {
      const [text, element] = [walker.currentNode, walker.currentNode.parentElement];
      const words = text.nodeValue?.trim() ?? '';
      const isSeen = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true;
      if (element === null || words === '' || !isSeen || element.closest('svg, .visually-hidden') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
      const holders = around(element);
      const isCut = holders.some((each) => styleOf(each).textOverflow === 'ellipsis');
      const boxes = holders.filter(
        (each, index) =>
          each.matches(edges) || index === holders.findIndex((box) => !/inline$|contents/.test(styleOf(box).display)),
      );
      const spills = boxes.some((each) => {
        const box = each.getBoundingClientRect();
        return rects.some(({ left, right }) => left < box.left - 1 || right > box.right + 1);
      });
      // What floats lies over the page on purpose; within it nothing lies over anything.
      const layer = holders.find((each) => /fixed|sticky|absolute/.test(styleOf(each).position));
      texts.push({ words, rects, layer, spills: spills && !isCut });
    }
    const meets = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      // A line's box is higher than its letters: those of two lines that only stand close meet by less.
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 3;
    return texts.flatMap(({ words, rects, layer, spills }, index) => [
      ...(spills ? [`sticks out: "${words}"`] : []),
      ...texts
        .slice(index + 1)
        .filter((other) => other.layer === layer && other.rects.some((rect) => rects.some((own) => meets(own, rect))))
        .map((other) => `"${words}" lies over "${other.words}"`),
    ]);
  });
  expect.soft(found, `text out of place on ${what}`).toEqual([]);
}

/** Makes every word of the page as long as German would. What comes from the ledger or the chain stays as it is. */
export async function lengthenWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (text.parentElement?.closest('bdi, [translate="no"], script, style') !== null) continue;
      text.nodeValue = (text.nodeValue ?? '').replace(/\p{L}{4,}/gu, (word) => word + word.slice(1, word.length / 2));
    }
  });
}

/** Speaks another language without opening the page anew, as when it was chosen in another window. */
export async function setLanguage(page: Page, { id, direction }: Locale): Promise<void> {
  await page.evaluate((language) => {
    localStorage.setItem('language', language);
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: language }));
  }, id);
  await expect(page.locator('html')).toHaveAttribute('lang', id);
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
  await settled(page);
}

/** The text size of the browser's own settings. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 },
  });
  await session.detach();
}
