import { Trx } from 'tronweb';
import type { PublishedSnapshot } from './check-chain.ts';
import { readStatement, type ReadStatement } from './read-statement.ts';

/** Until when a cold key is asked again: it signs each quarter. */
const coldDays = 100;

/**
 * Whether the addresses that the newest statement names are the house's: what their keys signed, for which house, and how long
 * ago. Statements in their order, the oldest first. A cold key that has never signed is said, and is a finding once its address
 * has been named for as long as it may rest.
 */
export function checkKeys(
  snapshots: readonly PublishedSnapshot[],
  house: string,
): { readonly said: readonly string[]; readonly found: readonly string[] } {
  const found = snapshots.flatMap((each) => checkSignatures(each, house));
  const newest = snapshots.at(-1);
  if (newest === undefined) return { said: [], found };
  const said: string[] = [];
  for (const { place, address } of listAddresses(readStatement(newest.statement))) {
    const last = snapshots.findLast(({ signatures = [] }) => signatures.some((each) => each.address === address));
    const named = snapshots.find(({ statement }) =>
      listAddresses(readStatement(statement)).some((each) => each.address === address),
    );
    if (last !== undefined)
      said.push(`${place} ${address}: its key signed for statement ${last.number} of ${last.day}`);
    else said.push(`${place} ${address}: its key has signed nothing yet`);
    if (isStale(place, { last, named, newest }))
      found.push(`reserves: the key of ${place} ${address} has not signed since ${last?.day ?? 'it is named'}`);
  }
  const statement = readStatement(newest.statement);
  return { said, found: [...found, ...findOddPlaces(statement), ...findCountedTwice(statement)] };
}

/** The worker signs for a new statement within a minute, so the newest may have no signatures yet. */
function isStale(
  place: string,
  {
    last,
    named,
    newest,
  }: {
    readonly last: Pick<PublishedSnapshot, 'number' | 'day'> | undefined;
    readonly named: Pick<PublishedSnapshot, 'day'> | undefined;
    readonly newest: Pick<PublishedSnapshot, 'number' | 'day'>;
  },
): boolean {
  const since = last?.day ?? named?.day ?? newest.day;
  if (place === 'cold') return Date.parse(newest.day) - Date.parse(since) > coldDays * 86_400_000;
  return newest.number > 1 && (last === undefined || newest.number - last.number > 1);
}

function checkSignatures({ statement, statementHash, signatures = [] }: PublishedSnapshot, house: string): string[] {
  const read = readStatement(statement);
  const { number, day, block } = read;
  return signatures.flatMap(({ place, address, text, signatureHex }) => {
    const tell = (finding: string): string => `reserves: ${place} ${address} in statement ${number}: ${finding}`;
    const [version, named, ...rest] = text.split('\n');
    const expected = [
      `address ${address}`,
      `number ${number}`,
      `day ${day}`,
      `block ${block.number} ${block.id}`,
      `statement ${statementHash}`,
    ];
    if (version !== 'reserves 1' || rest.join('\n') !== expected.join('\n'))
      return [tell('the text that was signed is about something else')];
    if (named !== `house ${house}`) return [tell(`signed for another house: ${named}`)];
    if (!listAddresses(read).some((each) => each.address === address && each.place === place))
      return [tell('the statement does not name this address')];
    return recover(text, signatureHex) === address ? [] : [tell('the signature is not of this address')];
  });
}

function recover(text: string, signatureHex: string): string | undefined {
  try {
    return String(Trx.verifyMessageV2(text, `0x${signatureHex}`));
  } catch {
    return undefined;
  }
}

const seenPlaces: ReadonlySet<string> = new Set(['hot', 'fee', 'stake', 'cold']);
const bookedPlaces: ReadonlySet<string> = new Set(['deposits', 'moving', 'unissued']);

/** An hour of Tron's blocks: the chain is asked about the time of the statement, not when it suits. */
const blocksApart = 1_200;

/** Places that no statement may name, or not so: what lies at an address is seen there, and the rest stands in the books. */
function findOddPlaces({ block, assets }: ReadStatement): readonly string[] {
  return assets.flatMap(({ assetId, held }) =>
    held.flatMap(({ place, seen }, at) => {
      const tell = (finding: string): string => `reserves: ${assetId} at ${place}: ${finding}`;
      if (held.findIndex((each) => each.place === place) !== at) return [tell('is named twice')];
      // Nothing but TRX can be staked.
      if (!(seen === undefined ? bookedPlaces : seenPlaces).has(place) || (place === 'stake' && assetId !== 'trx'))
        return [tell('is no place of this kind')];
      const apart = seen === undefined ? 0 : Math.abs(seen.block - Number(block.number));
      return apart > blocksApart ? [tell(`was seen ${apart} blocks away from the statement's`)] : [];
    }),
  );
}

/** An address that stands at two places of one asset would be added up twice. Only the fee account has free and staked TRX. */
function findCountedTwice({ assets }: ReadStatement): readonly string[] {
  return assets.flatMap(({ assetId, held }) => {
    const fee = held.find(({ place }) => place === 'fee')?.seen?.address;
    const addresses = held.flatMap(({ place, seen }) =>
      seen === undefined || (place === 'stake' && seen.address === fee) ? [] : [seen.address],
    );
    const twice = addresses.filter((address, at) => addresses.indexOf(address) !== at);
    return twice.map((address) => `reserves: ${address} is counted twice for ${assetId}`);
  });
}

/** Each address that a statement names, once. */
function listAddresses({ assets }: ReadStatement): readonly { readonly place: string; readonly address: string }[] {
  const named = assets.flatMap(({ held }) =>
    held.flatMap(({ place, seen }) =>
      // A stake is the fee account's, whose key signs.
      seen === undefined ? [] : [{ place: place === 'stake' ? 'fee' : place, address: seen.address }],
    ),
  );
  return named.filter((each, at) => named.findIndex(({ address }) => address === each.address) === at);
}
