import type { QuarantineReport } from '@tern/server/money/deposits/public';
import { renderAmount, type Assets } from './operator-texts.ts';

/** What came in and waits, a line each. */
export function renderQuarantine({ freezes, suspense, grave, noise }: QuarantineReport, assets: Assets): string {
  const lines = [
    ...freezes.map(
      ({ assetId, block, address, booked, found, frozenAt }) =>
        `frozen    ${assetId}  since ${frozenAt.toISOString()}: at block ${block} ${address} holds ${found}, but by the events it should hold ${booked} (thaw)`,
    ),
    ...suspense.map(
      ({ depositId, assetId, amount, from, to, txId, reason, since, votes, returning }) =>
        `suspense  ${depositId}  since ${since.toISOString()}  ${renderAmount(amount, assetId, assets)} from ${from} to ${to}  ${reason}  ${txId}  ${returning ? 'being returned' : `votes ${votes} (assign, house, return)`}`,
    ),
    ...grave.map(
      ({ id, reason, subject, to, txId, since }) =>
        `item      ${id}  since ${since.toISOString()}  ${reason}: ${subject}  ${to ?? ''}  ${txId} (check, then dismiss)`,
    ),
    ...noise.map(
      ({ reason, items, since }) => `noise     ${reason}  ${items} since ${since.toISOString()} (dismiss ${reason})`,
    ),
  ];
  return lines.length === 0 ? 'Nothing is in quarantine.' : lines.join('\n');
}
