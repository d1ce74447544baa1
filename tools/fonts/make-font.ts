import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { letters, unicodeRange } from './letters.ts';

const weights = { min: 400, max: 700 };
/** The optical size in which Inter is drawn for text of an interface. */
const opticalSize = 14;

/** Cuts Inter (SIL Open Font Licence) down to the letters and weights the interface uses; the same bytes every time. */
export async function makeFont(): Promise<Buffer> {
  const whole = createRequire(import.meta.url).resolve('inter-ui/variable/InterVariable.woff2');
  return subsetFont(readFileSync(whole), letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights, opsz: opticalSize },
  });
}

/** The style sheet that names it. */
export const fontFace = `/* Written by npm run font. */
@font-face {
  font-family: 'Inter Variable';
  src: url('./inter-latin.woff2') format('woff2');
  font-weight: ${weights.min} ${weights.max};
  font-display: swap;
  unicode-range:
${wrap(unicodeRange)};
}
`;

/** In lines as the formatter breaks them. */
function wrap(list: string): string {
  const lines = [''];
  for (const item of list.split(', ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + item.length + 2 + 4 > 119) lines.push(`${item}, `);
    else lines[lines.length - 1] = `${line}${item}, `;
  }
  return lines
    .map((line) => `    ${line.trimEnd()}`)
    .join('\n')
    .replace(/,$/, '');
}
