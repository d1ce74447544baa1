import { expect, type Page } from '@playwright/test';
import { wideScripts as scripts } from './wide-scripts.ts';

// Phones without our web font write in whatever their system has, and the widest of it is wider than what we draw with.
// Here every script is written as wide as in the widest font we measured (docs/decisions/0184), whichever fonts this machine has:
// what it would fall back to is scaled until a sample has that width. The web font is not used at all.

const family = 'Fallback';
/** What joins letters of several scripts, and the circle under a mark without a letter. */
const joiners = 'U+200C-200D, U+25CC';
const weights = { regular: { range: '100 500', drawn: 400 }, bold: { range: '501 900', drawn: 600 } } as const;
const weightNames = ['regular', 'bold'] as const;
/** Samples are measured large: widths are rounded to a 64th of a pixel. */
const measuredAt = 100;

let described: Promise<string> | undefined;

/**
 * Writes a page in a system's fonts as wide as they come and without our web font, until it is loaded anew. Fails where a
 * script does not get its width.
 */
export async function useFallbackFonts(page: Page): Promise<void> {
  described ??= describeFonts(page);
  await addStyles(page, `${await described} :root { --font-ui: '${family}', sans-serif !important }`);
  for (const weight of weightNames) {
    const widths = await measure(
      page,
      scripts.map(({ sample }) => ({ sample, family })),
      weights[weight].drawn,
    );
    const off = scripts
      .map(({ name, noto, wider }, index) => ({ name, wanted: wider[weight], is: (widths[index] ?? 0) / noto }))
      .filter(({ wanted, is }) => Math.abs(is - wanted) > 0.02);
    expect(off, `scripts that are not as many times as wide as Noto as they should, ${weight}`).toEqual([]);
  }
}

/** A face for each script and weight: the font this machine writes it in, scaled to the width it is to have. */
async function describeFonts(page: Page): Promise<string> {
  const blank = await page.context().newPage();
  const fonts = await findFonts(blank);
  await addStyles(
    blank,
    fonts.map((font) => `@font-face { font-family: 'As it is: ${font}'; src: local('${font}'); }`).join(' '),
  );
  const widths = await measure(
    blank,
    scripts.map(({ sample }, index) => ({ sample, family: `As it is: ${fonts[index]}` })),
    weights.regular.drawn,
  );
  await blank.close();
  return scripts
    .flatMap(({ noto, wider, ranges }, index) =>
      weightNames.map((weight) => {
        const percent = (100 * noto * wider[weight]) / (widths[index] ?? 0);
        // Of the regular font in both weights: what is made bold of it has its width.
        return `@font-face { font-family: '${family}'; font-weight: ${weights[weight].range}; src: local('${fonts[index]}'); size-adjust: ${percent}%; unicode-range: ${ranges}, ${joiners}; }`;
      }),
    )
    .join(' ');
}

/** The names of the fonts in which the browser writes the samples where a page asks for none. */
async function findFonts(blank: Page): Promise<readonly string[]> {
  await blank.setContent(scripts.map(({ sample }) => `<p style="font-family: sans-serif">${sample}</p>`).join(''));
  const session = await blank.context().newCDPSession(blank);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
  const used = await Promise.all(nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })));
  await session.detach();
  return used.map(({ fonts }) => {
    const [most] = fonts.toSorted((one, other) => other.glyphCount - one.glyphCount);
    return most?.postScriptName ?? '';
  });
}

async function addStyles(page: Page, css: string): Promise<void> {
  // The page's own policy allows no style element; what a script makes is none.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);
}

/** Widths in em. */
async function measure(
  page: Page,
  samples: readonly { readonly sample: string; readonly family: string }[],
  weight: number,
): Promise<readonly number[]> {
  return page.evaluate(
    async ({ samples, weight, size }) => {
      const written = samples.map(({ sample, family }) => {
        const text = document.createElement('span');
        text.style.cssText = `position: absolute; white-space: pre; letter-spacing: 0; font: ${weight} ${size}px '${family}'`;
        text.textContent = sample;
        return text;
      });
      document.body.append(...written);
      await Promise.all(written.map((text) => document.fonts.load(text.style.font, text.textContent ?? '')));
      const widths = written.map((text) => text.getBoundingClientRect().width / size);
      for (const text of written) text.remove();
      return widths;
    },
    { samples, weight, size: measuredAt },
  );
}
