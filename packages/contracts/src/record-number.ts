import type { TransactionKind } from './routes/console-transactions.ts';

const letters = {
  deposit: 'D',
  send: 'W',
  internal: 'I',
  swap: 'S',
  reward: 'R',
  bonus: 'B',
  correction: 'C',
  unknown: 'X',
} as const satisfies Record<TransactionKind, string>;

// Crockford's digits: none of them is taken for another one when it is read aloud or written by hand.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const places = 10;
const timeOrdered = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dayMs = 86_400_000;
/** The last bits of the id that stand in the number, behind the millisecond of the day. */
const tailBits = 23n;
const tailMask = (1n << tailBits) - 1n;

/** Of which kind a record is. */
export function kindOfRecord({
  type,
  settlement,
}: {
  readonly type: string;
  readonly settlement: string;
}): TransactionKind {
  if (type === 'swap') return 'swap';
  if (type === 'airdrop-reward') return 'reward';
  if (type === 'activation-reward') return 'bonus';
  if (settlement === 'internal') return 'internal';
  return type === 'incoming' ? 'deposit' : 'send';
}

/**
 * The number of a record as people and operators say it, `W-20261121-4F8K2-MQX7A`: its kind, its day in UTC, and ten
 * characters for the rest. It is computed from the time-ordered id, so nothing keeps it; an id without a time is itself
 * the number.
 */
export function recordNumber({ id, kind }: { readonly id: string; readonly kind: TransactionKind }): string {
  if (!timeOrdered.test(id)) return id;
  const bits = BigInt(`0x${id.replaceAll('-', '')}`);
  const at = Number(bits >> 80n);
  let left = (BigInt(at % dayMs) << tailBits) | (bits & tailMask);
  let rest = '';
  for (let place = 0; place < places; place += 1) {
    rest = `${digits[Number(left & 31n)]}${rest}`;
    left >>= 5n;
  }
  const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  return `${letters[kind]}-${day}-${rest.slice(0, 5)}-${rest.slice(5)}`;
}

/** Where the record of a number lies: between two ids, and with this end, a number of 23 bits. */
export type NumberedRecord = { readonly from: string; readonly to: string; readonly tail: number };

/**
 * Reads a typed number, also in small letters, without its hyphens, and with O, I or L for a digit; undefined for anything
 * else. The letter in front is not compared: it only says the kind.
 */
export function readRecordNumber(typed: string): NumberedRecord | undefined {
  const [, year, month, day, rest = ''] =
    /^[DWISRB]-?(\d{4})(\d{2})(\d{2})-?([0-9A-Z]{5}-?[0-9A-Z]{5})$/.exec(typed.trim().toUpperCase()) ?? [];
  if (year === undefined) return undefined;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const values = [...rest.replace('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')].map((each) =>
    digits.indexOf(each),
  );
  if (Number.isNaN(midnight) || midnight < 0 || values.includes(-1)) return undefined;
  const bits = values.reduce((sum, value) => (sum << 5n) | BigInt(value), 0n);
  const ofDay = Number(bits >> tailBits);
  if (ofDay >= dayMs) return undefined;
  const time = (midnight + ofDay).toString(16).padStart(12, '0');
  const begin = `${time.slice(0, 8)}-${time.slice(8)}`;
  return {
    from: `${begin}-7000-8000-000000000000`,
    to: `${begin}-7fff-bfff-ffffffffffff`,
    tail: Number(bits & tailMask),
  };
}
