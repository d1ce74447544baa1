import { createHash } from 'node:crypto';
import { checkLog, climb, hashDay, hashLeaf, type Place, type PublishedDay } from './check-log.ts';
import { readStatement } from './read-statement.ts';

/** What an entry says. */
type EntryText = {
  readonly day: string;
  readonly owner: string;
  readonly assetId: string;
  readonly seq: string;
  readonly amount: string;
  readonly balance: string;
  readonly kind: string;
  readonly code: string;
  readonly time: string;
};

/** An entry as the app saves it: with its ways to the log, or with what it lacks. */
export type SavedEntry = LoggedEntry | (EntryText & { readonly state: 'waiting' | 'missing' });

type LoggedEntry = EntryText & {
  readonly state: 'logged';
  readonly nonce: string;
  readonly root: string;
  readonly inDay: Place;
  readonly inLog: Place;
};

/** A record's file as the app saves it (docs/ledger-log.md). */
export type SavedRecord = {
  readonly format: 'ledger-record 1';
  readonly recordId: string;
  readonly entries: readonly SavedEntry[];
  readonly statement: {
    readonly number: number;
    readonly text: string;
    readonly hash: string;
    readonly anchor: { readonly txId: string; readonly block: number } | null;
  } | null;
  /** All days of the log that the statement names. */
  readonly days: readonly PublishedDay[];
};

/** Reads a file. @throws Error that says what is missing */
export function readRecord(text: string): SavedRecord {
  const read = JSON.parse(text) as Partial<SavedRecord>;
  if (read.format !== 'ledger-record 1') throw new Error('this is no file of a record, or of another version');
  if (!Array.isArray(read.entries) || !Array.isArray(read.days)) throw new Error('the file has no entries or no days');
  return read as SavedRecord;
}

const lacks = {
  waiting: 'no statement named its day yet: save the record again in two days',
  missing: 'the wallet said that its day does not have it',
};

/** What is wrong with a record's file, from nothing but the file and, where it is given, the address that must own the entries. */
export function checkRecord({ entries, statement, days }: SavedRecord, address?: string): readonly string[] {
  if (statement === null) return ['no statement names a log yet: save the record again in two days'];
  if (createHash('sha256').update(statement.text, 'utf8').digest('hex') !== statement.hash)
    return ['the statement has another hash'];
  const found: string[] = [];
  const { number, log } = readStatement(statement.text);
  if (number !== statement.number) found.push('the statement has another number');
  if (log === undefined) return [...found, 'the statement names no log'];
  found.push(...checkLog(days, [{ ...log, where: `statement ${number}` }]));
  if (entries.length === 0) found.push('the file has no entry');
  const places = new Set<string>();
  for (const entry of entries) {
    const { day, owner, assetId, seq } = entry;
    const name = `entry ${assetId} ${seq}`;
    if (owner !== (address ?? entries[0]?.owner)) found.push(`${name}: is of ${owner}`);
    if (entry.state !== 'logged') {
      found.push(`${name}: ${lacks[entry.state]}`);
      continue;
    }
    found.push(...checkEntry(entry, log, days).map((finding) => `${name}: ${finding}`));
    const place = `${day} ${entry.inDay.index}`;
    if (places.has(place)) found.push(`${name}: stands where another entry stands`);
    places.add(place);
  }
  return found;
}

function checkEntry(
  entry: LoggedEntry,
  log: { readonly size: number; readonly hash: string },
  days: readonly PublishedDay[],
): readonly string[] {
  const { day, owner, assetId, seq, amount, balance, kind, code, time, nonce, root, inDay, inLog } = entry;
  const found: string[] = [];
  const text = `entry:1:${day}:${owner}:${assetId}:${seq}:${amount}:${balance}:${kind}:${code}:${time}:${nonce}`;
  if (climb(hashLeaf(text), inDay) !== root) found.push(`is not in the day ${day}`);
  const logged = { position: inLog.index, day, leaves: inDay.size, root };
  if (inLog.size !== log.size || climb(hashDay(logged), inLog) !== log.hash) found.push('its day is not in the log');
  const published = days.find(({ position }) => position === inLog.index);
  if (published?.day !== day || published.leaves !== inDay.size || published.root !== root)
    found.push('its day is published otherwise');
  if (new Date(Math.floor(Number(time) / 1_000)).toISOString().slice(0, 10) !== day)
    found.push('its time is not on its day');
  return found;
}

/** What differs between the log of a file and the log that is published now, or that another file has. */
export function compareLogs(
  kept: readonly PublishedDay[],
  now: readonly PublishedDay[],
  where: string,
): readonly string[] {
  const [shorter, longer] = kept.length <= now.length ? [kept, now] : [now, kept];
  const last = shorter.at(-1);
  const found = [...checkLog(now, [])];
  if (last !== undefined && longer[shorter.length - 1]?.head !== last.head)
    found.push(`${where} has another log up to ${last.day}: the past was changed`);
  return found;
}
