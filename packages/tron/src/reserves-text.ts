import { parseAddress, type TronAddress } from './address.ts';

/** What the key of an address of the house signs, to show that the house has it (docs/proof-of-liabilities.md). */
export type ReservesStatement = {
  /** Where the wallet is opened, as in its address: `wallet.example.com` or `localhost:8080`. */
  readonly house: string;
  readonly address: TronAddress;
  /** Of the statement of what is owed, from 1. */
  readonly number: number;
  /** Of that statement, in UTC, like `2026-11-30`. */
  readonly day: string;
  readonly block: { readonly number: number; readonly id: string };
  /** SHA-256 of that statement, 64 hexadecimal digits. */
  readonly statementHash: string;
};

/**
 * Writes what is signed: plain text, one fact in a line, so that whoever signs it elsewhere can read it.
 *
 * @throws Error where a part has another form, so that no other text can be made of one.
 * @example
 * const block = { number: 5, id: '00'.repeat(32) };
 * const address = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
 * const facts = { house: 'wallet.example', address, number: 7, day: '2026-11-30', block, statementHash: 'ab'.repeat(32) };
 * reservesText(facts).split('\n')[3]; // → 'number 7'
 */
export function reservesText(statement: ReservesStatement): string {
  const { house, address, number, day, block, statementHash } = statement;
  const text = [
    'reserves 1',
    `house ${house}`,
    `address ${address}`,
    `number ${number}`,
    `day ${day}`,
    `block ${block.number} ${block.id}`,
    `statement ${statementHash}`,
  ].join('\n');
  if (readReservesText(text) === undefined) throw new Error('not a statement of reserves');
  return text;
}

const form = new RegExp(
  [
    'reserves 1',
    'house ([a-z0-9.:\\[\\]-]{1,200})',
    'address (T[1-9A-HJ-NP-Za-km-z]{33})',
    'number ([1-9]\\d{0,9})',
    'day (\\d{4}-\\d{2}-\\d{2})',
    'block (\\d{1,15}) ([0-9a-f]{64})',
    'statement ([0-9a-f]{64})',
  ].join('\n'),
);

/**
 * Reads such a text; undefined for every other.
 *
 * @example
 * readReservesText('reserves 1'); // → undefined
 */
export function readReservesText(text: string): ReservesStatement | undefined {
  const found = form.exec(text);
  if (found === null || found[0] !== text) return undefined;
  const [, house = '', address = '', number = '', day = '', block = '', id = '', statementHash = ''] = found;
  const parsed = parseAddress(address);
  if (!('address' in parsed)) return undefined;
  return {
    ...{ house, address: parsed.address, number: Number(number), day },
    ...{ block: { number: Number(block), id }, statementHash },
  };
}
