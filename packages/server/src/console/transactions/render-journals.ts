import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { JournalView } from '@tern/contracts/routes/console-transactions';
import type { Units } from '@tern/money/units';
import type { Leg, LegAccount } from './journal-store.ts';

type Line = { readonly account: LegAccount; readonly assetId: string; debit: bigint; credit: bigint };

/**
 * Journals as a bookkeeper reads them: what each account was debited and credited, the sums on both sides equal. A reward is
 * one leg of a journal for hundreds of people: of those that are not in `people` only the number is told. Pure.
 */
export function renderJournals(legs: readonly Leg[], people: ReadonlySet<PersonId>): JournalView[] {
  return toWire(
    [...Map.groupBy(legs, ({ journalId }) => journalId).values()].flatMap((journal) => {
      const [first] = journal;
      if (first === undefined) return [];
      const lines = linesOf(journal);
      const isShared = new Set(lines.flatMap(({ account }) => account.ownerId ?? [])).size > peopleShown;
      const shown = lines.filter(({ account: { ownerId } }) => !isShared || ownerId === null || people.has(ownerId));
      return [
        {
          id: first.journalId,
          kind: first.kind,
          at: first.at,
          key: first.key,
          moved: journal.some(({ moved }) => moved),
          lines: shown.map(({ account, assetId, debit, credit }) => ({
            account: account.ownerId === null ? account.code : 'customer',
            person:
              account.ownerId === null || account.publicId === null
                ? null
                : { id: account.ownerId, publicId: account.publicId },
            assetId,
            debit: debit === 0n ? null : (debit as Units),
            credit: credit === 0n ? null : (credit as Units),
          })),
          otherAccounts: lines.length - shown.length,
        },
      ];
    }),
  );
}

/** People whose accounts stand in a journal between two or three of them. */
const peopleShown = 4;

function linesOf(journal: readonly Leg[]): readonly Line[] {
  const lines = new Map<string, Line>();
  const lineOf = (account: LegAccount, assetId: string): Line => {
    const line = lines.get(account.id) ?? { account, assetId, debit: 0n, credit: 0n };
    lines.set(account.id, line);
    return line;
  };
  for (const { debit, credit, assetId, amount } of journal) {
    lineOf(debit, assetId).debit += amount;
    if (credit !== undefined) lineOf(credit, assetId).credit += amount;
  }
  return [...lines.values()];
}
