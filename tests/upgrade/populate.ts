import type { RecordView } from '@tern/contracts/routes/records';
import { assetIds } from '@tern/money/asset';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import type { System } from '@tern/testkit/system/start-system';
import { swapRewardTokens } from '@tern/testkit/system/swap';
import type { KeptPerson, ReleaseFacts } from './release.ts';

const usdt = 1_000_000n;

/**
 * Fills an installation with one of each of what people do: deposits, a send to each other, a withdrawal, a swap, an entry of
 * the address book, and an operator at the console. Resolves once nothing is under way, with what is to be found again.
 */
export async function populate(system: System): Promise<ReleaseFacts> {
  await system.desk('keeper', 'administrator');
  const people = await Promise.all([system.register('email'), system.register('email')]);
  const [ana, ben] = people;
  const secrets = await Promise.all(people.map((person) => person.setFactors()));
  await system.chain.give(ana.wallet.address, 'usdt', 1_000n * usdt);
  await system.chain.give(ben.wallet.address, 'trx', 500n * usdt);
  await mineUntil(
    system.chain,
    'the top-ups',
    async () => (await ana.available('usdt')) > 0n && (await ben.available('trx')) > 0n,
  );
  await ana.send({ to: ben.wallet.address, assetId: 'usdt', amount: '12.5', memo: 'for the boat' });
  const withdrawal = await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '20' });
  await mineUntil(system.chain, 'the withdrawal', async () => (await ana.record(withdrawal.id)).status === 'success');
  await swapRewardTokens(ana, '40');
  const { hotAddress } = system;
  return {
    hotAddress,
    people: await Promise.all(people.map((person, index) => describePerson(person, secrets[index] ?? ''))),
  };
}

async function describePerson(person: Person, authenticatorSecret: string): Promise<KeptPerson> {
  const { target, loginPassword, tradePassword, wallet } = person;
  if (target.kind !== 'email') throw new Error('people of a kept installation have e-mail addresses');
  const available = await Promise.all(
    assetIds.map(async (assetId) => [assetId, String(await person.available(assetId))] as const),
  );
  return {
    target,
    loginPassword,
    tradePassword,
    authenticatorSecret,
    walletId: wallet.id,
    address: wallet.address,
    available: Object.fromEntries(available) as KeptPerson['available'],
    records: (await person.records()).map(describeRecord),
  };
}

/** A record as one line that a later version has to show as well. */
export function describeRecord(record: RecordView): string {
  return JSON.stringify([record.id, record.type, record.status, record.assetId, record.amount]);
}
