import type { Page } from '@playwright/test';

/** What moved while nobody had pressed anything, as the browser counts it. */
export type Shift = { readonly value: number; readonly atMs: number; readonly moved: readonly string[] };

/** In which order answers of the API and parts of the app that are loaded later arrive. */
export type Order = 'as asked' | 'last first';

declare global {
  var shifts: Shift[] | undefined;
}

/** Longer than two frames of a busy machine: each answer is drawn before the next comes. */
const stepMs = 60;
const most = 12;
/** Parts of the app come after most data in one order, before all of it in the other. */
const codeSteps = 4;

/** Before the page is opened: notes every shift that no press, key or tap of the last half second explains. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    };
    type Entry = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly Source[];
    };
    const shifts: Shift[] = [];
    globalThis.shifts = shifts;
    const placeOf = ({ left, top, width, height }: DOMRectReadOnly): string =>
      `${[left, top].map(Math.round).join(', ')} (${[width, height].map(Math.round).join(' × ')})`;
    const say = ({ node, previousRect, currentRect }: Source): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? undefined);
      const name = `${element?.tagName.toLowerCase() ?? 'gone'}.${element?.getAttribute('class') ?? ''}`;
      return `${name} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (!hadRecentInput) shifts.push({ value, atMs: Math.round(startTime), moved: sources.map(say) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved since the page was opened. */
export async function readShifts(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(
    () =>
      new Promise<readonly Shift[]>((resolve) => {
        // An observer is told after the frame in which something moved.
        requestAnimationFrame(() => setTimeout(() => resolve(globalThis.shifts ?? [])));
      }),
  );
}

/** Before the page is opened: what it waits for comes one by one. */
export async function answerOneByOne(page: Page, order: Order): Promise<void> {
  let asked = 0;
  await page.route(/\/api\/(?!live)|\/assets\/.*\.js$/, async (route) => {
    const isData = route.request().url().includes('/api/');
    const place = Math.min(asked, most);
    if (isData) asked += 1;
    const steps = isData ? (order === 'as asked' ? place : most - place) : order === 'as asked' ? codeSteps : 0;
    await new Promise((resolve) => setTimeout(resolve, steps * stepMs));
    await route.continue();
  });
}
