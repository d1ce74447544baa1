import { createHash } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { InflowKey } from './deposit.ts';

const letters = { trx: 't', trc20: 'c', internal: 'i' } as const satisfies Record<InflowKey['kind'], string>;

/**
 * The signer's name for paying an arrival back. It is made of the arrival alone and says which one it is: a database that
 * was restored and ordered the return again asks for the very same, and gets the transaction of then. At most 64 letters.
 */
export function returnName({ txId, kind, index }: InflowKey): string {
  return `return-${letters[kind]}${index}-${Buffer.from(txId, 'hex').toString('base64url')}`;
}

/** Which arrival a name stands for; undefined for every other name. */
export function findReturned(name: string): InflowKey | undefined {
  const [, letter, index, id] = /^return-([tci])(\d{1,9})-([\w-]{43})$/.exec(name) ?? [];
  if (letter === undefined || index === undefined || id === undefined) return undefined;
  const kind = (Object.keys(letters) as InflowKey['kind'][]).find((each) => letters[each] === letter);
  assert(kind !== undefined, 'every letter stands for a kind');
  return { txId: Buffer.from(id, 'base64url').toString('hex'), kind, index: Number(index) };
}

/**
 * The signer's name for paying a surplus back, which no arrival is known for: the same in every database that keeps the
 * same surplus of an address again.
 */
export function surplusReturnName(surplus: {
  readonly address: string;
  readonly assetId: string;
  readonly number: number;
}): string {
  const place = createHash('sha256').update(`${surplus.assetId} ${surplus.address}`).digest('base64url');
  return `return-s${surplus.number}-${place}`;
}

/** Whether a name stands for a surplus. */
export function isSurplusName(name: string): boolean {
  return /^return-s[1-9]\d{0,8}-[\w-]{43}$/.test(name);
}
