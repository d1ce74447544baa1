import type { Page } from '@playwright/test';

/** A movement on the screen, and when the page could draw while it ran. */
export type Motion = {
  /** The element's classes and what moved: a property or a named animation. */
  readonly of: string;
  readonly startMs: number;
  readonly endMs: number;
};
export type Watched = { readonly motions: readonly Motion[]; readonly frames: readonly number[] };

declare global {
  var motion: { readonly motions: { of: string; startMs: number; endMs: number }[]; readonly frames: number[] };
}

/** Writes down, from the page's first script on, every transition and animation of a measurable length, and every frame. */
export async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = { motions: [] as { of: string; startMs: number; endMs: number }[], frames: [] as number[] };
    globalThis.motion = watched;
    const frame = (atMs: number): void => {
      watched.frames.push(atMs);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const note = (event: Event): void => {
      const { target, pseudoElement } = event as TransitionEvent;
      const what = event instanceof TransitionEvent ? event.propertyName : (event as AnimationEvent).animationName;
      const element = target as Element;
      const of = `${element.getAttribute('class') ?? element.tagName}${pseudoElement} ${what}`;
      if (event.type.endsWith('start') || event.type.endsWith('run')) {
        watched.motions.push({ of, startMs: performance.now(), endMs: Number.POSITIVE_INFINITY });
        return;
      }
      const begun = watched.motions.findLast((motion) => motion.of === of && motion.endMs === Number.POSITIVE_INFINITY);
      if (begun !== undefined) begun.endMs = performance.now();
    };
    for (const kind of ['transitionrun', 'transitionend', 'transitioncancel']) addEventListener(kind, note, true);
    for (const kind of ['animationstart', 'animationend', 'animationcancel']) addEventListener(kind, note, true);
  });
}

/**
 * What was written down since the page's first script. What the screen has just begun to move is in it: a page is told of the
 * beginning of a movement only frames after it has drawn the text beside it.
 */
export const readMotion = (page: Page): Promise<Watched> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await Promise.allSettled(document.getAnimations().map(({ ready }) => ready));
    await nextFrame();
    await nextFrame();
    return globalThis.motion;
  });
