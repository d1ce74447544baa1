import type { Text } from './catalogues.ts';

// Short texts stand on buttons and in rows, where a few letters more are many; long ones flow.
const shortMax = 24;
const shortTimes = 2.2;
const longTimes = 1.6;

/** Translations so much longer than the English text that somebody should look at the screen. Wide characters count twice. */
export function findLengthOutliers(texts: readonly Text[]): readonly string[] {
  return texts.flatMap(({ english, text }) => {
    const times = widthOf(text) / Math.max(1, widthOf(english));
    return times > (english.length <= shortMax ? shortTimes : longTimes) && widthOf(text) > shortMax / 2
      ? [`${times.toFixed(1)} times ${JSON.stringify(english)}: ${text}`]
      : [];
  });
}

function widthOf(text: string): number {
  return [...text.replace(/\p{M}/gu, '')].reduce(
    (sum, letter) => sum + (/[\u1100-\u11ff\u2e80-\ud7af\uf900-\ufaff\uff00-\uff60]/u.test(letter) ? 2 : 1),
    0,
  );
}
