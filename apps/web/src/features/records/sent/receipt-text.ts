import type { Receipt } from './receipt.ts';

/** The receipt as plain text: one fact on each line, and the explorer's page at the end. */
export function receiptText({ title, amount, unit, lines, explorerUrl, made }: Receipt): string {
  return [
    `${title}: ${amount} ${unit}`,
    ...lines.map(({ term, value }) => `${term}: ${value}`),
    ...(explorerUrl === null ? [] : [explorerUrl]),
    made,
  ].join('\n');
}
