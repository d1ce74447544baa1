import { createHash } from 'node:crypto';
import { readStatement, type ReadStatement } from './read-statement.ts';

/** What the key of an address has signed about a statement, as it was published. */
export type PublishedSignature = {
  readonly place: string;
  readonly address: string;
  readonly text: string;
  readonly signatureHex: string;
};

/** A snapshot as it was published. */
export type PublishedSnapshot = {
  readonly number: number;
  readonly day: string;
  readonly statement: string;
  readonly statementHash: string;
  readonly listed: boolean;
  /** The transaction that anchors the hash; null where none does yet. */
  readonly anchor: { readonly txId: string; readonly block: number } | null;
  /** What keys of addresses that it names have signed about it; absent in what an earlier version published. */
  readonly signatures?: readonly PublishedSignature[];
};

/** What is wrong with the course of the statements, given from the first or from any later one on, in their order. */
export function checkChain(snapshots: readonly PublishedSnapshot[]): readonly string[] {
  const found: string[] = [];
  let before: (ReadStatement & { readonly hash: string }) | undefined;
  let daily: ReadStatement | undefined;
  for (const { number, day, statement, statementHash } of snapshots) {
    const tell = (finding: string): void => void found.push(`snapshot ${number}: ${finding}`);
    const read = readStatement(statement);
    const hash = createHash('sha256').update(statement, 'utf8').digest('hex');
    if (hash !== statementHash) tell('its hash is another one');
    if (read.number !== number || read.day !== day) tell('its statement is that of another one');
    if (before !== undefined) {
      if (read.number !== before.number + 1) tell(`follows number ${before.number}`);
      if (read.previous !== before.hash) tell('does not name the statement before it');
      if (before.log !== undefined && read.log === undefined) tell('names no log, and the one before does');
      if (read.day < before.day) tell('is on an earlier day than the one before');
    } else if (read.number === 1 && read.previous !== 'none') tell('is the first and names one before');
    if (read.demanded) {
      if (read.number === 1) tell('is the first and was asked for');
    } else {
      if (daily !== undefined && !(read.day > daily.day)) tell('is not on a later day than the count of a day before');
      if (daily !== undefined || read.number === 1) {
        if (Date.parse(read.due) !== dueAt(read.day, daily?.block.id ?? '')) tell('was due at another moment');
      }
      daily = read;
    }
    if (!(Date.parse(read.block.time) >= Date.parse(read.due))) tell('its block is earlier than it was due');
    if (read.block.time.slice(0, 10) !== read.day) tell('its block is of another day');
    before = { ...read, hash };
  }
  return found;
}

function dueAt(day: string, block: string): number {
  if (block === '') return Date.parse(`${day}T00:00:00Z`);
  const drawn = createHash('sha256').update(`liabilities:${day}:${block}`).digest().readUInt32BE(0);
  return Date.parse(`${day}T00:00:00Z`) + Math.floor((drawn * 82_800) / 2 ** 32) * 1_000;
}
