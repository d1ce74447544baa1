import type { SnapshotView } from '@tern/contracts/routes/check';
import { readReservesText, recoverMessageSigner } from '@tern/tron/browser-signatures';
import type { CheckedStatement } from './check-chain.ts';

type Signature = SnapshotView['signatures'][number];

/** What the key of an address signed last, as far as this device finds it right. */
export type KeyFinding =
  | { readonly state: 'signed'; readonly house: string; readonly day: string }
  /** The address is of a house that is opened elsewhere: whoever names it shows what others hold. */
  | { readonly state: 'elsewhere'; readonly house: string; readonly day: string }
  /** The signature is of another key, or its text is about something else. */
  | { readonly state: 'wrong' };

/** By address; an address that is not there has signed nothing in these statements. */
export type KeyFindings = ReadonlyMap<string, KeyFinding>;

/**
 * Checks the newest signature of each address that the newest statement names, in statements given from the oldest on. Older
 * signatures are left to the command: checking one takes some milliseconds. Pure.
 *
 * @param house Where the person opened the wallet: host and port.
 */
export function checkKeys(
  statements: readonly CheckedStatement[],
  signaturesOf: (number: number) => readonly Signature[],
  house: string,
): KeyFindings {
  const found = new Map<string, KeyFinding>();
  for (const address of new Set(addressesOf(statements.at(-1)))) {
    for (const statement of statements.toReversed()) {
      const signature = signaturesOf(statement.number).find((each) => each.address === address);
      if (signature === undefined) continue;
      found.set(address, judge(statement, signature, house));
      break;
    }
  }
  return found;
}

function judge(
  { number, day, block, hash }: CheckedStatement,
  { address, text, signatureHex }: Signature,
  house: string,
): KeyFinding {
  const read = readReservesText(text);
  const isAbout =
    read !== undefined &&
    read.address === address &&
    read.number === number &&
    read.day === day &&
    read.block.number === block.number &&
    read.block.id === block.id &&
    read.statementHash === hash;
  if (!isAbout || recoverMessageSigner({ text, signatureHex }) !== address) return { state: 'wrong' };
  return { state: read.house === house ? 'signed' : 'elsewhere', house: read.house, day };
}

function addressesOf(statement: CheckedStatement | undefined): readonly string[] {
  const places = statement?.assets.flatMap(({ held }) => held) ?? [];
  return places.flatMap(({ seen }) => (seen === undefined ? [] : [seen.address]));
}
