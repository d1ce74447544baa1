import type { JsonObject } from './format-message.ts';

/** Members that are 32-bit in Tron's messages, and so stay numbers. */
const shortMembers: ReadonlySet<string> = new Set([
  'Permission_id',
  'brokerage',
  'id',
  'parent_id',
  'precision',
  'trx_num',
  'version',
  'vote_score',
]);

/** JSON as nodes write it to clients that cannot read large numbers: 64-bit integers are texts. */
export function stringifyInt64AsText(value: unknown): string {
  return JSON.stringify(value, function (this: JsonObject, key: string, item: unknown) {
    if (typeof item === 'bigint') return item.toString();
    if (typeof item !== 'number' || isShort(this, key)) return item;
    return String(item);
  });
}

function isShort(holder: JsonObject, key: string): boolean {
  // `num` is a token's price, and elsewhere a count of 64 bits.
  return shortMembers.has(key) || (key === 'num' && 'trx_num' in holder);
}
