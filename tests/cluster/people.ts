import { mineUntil } from '@tern/testkit/system/chain-control';
import { openOutsideWallet, type OutsideWallet } from '@tern/testkit/system/outside-wallet';
import { registerPerson, type Person, type PersonDeps } from '@tern/testkit/system/person';
import type { System } from '@tern/testkit/system/start-system';

const whole = 1_000_000n;
const funds = 50_000n * whole;
const patienceMs = 240_000;

/** Who uses the wallet during the campaign, through the balancer in front of the three processes of the api. */
export type Population = { readonly people: readonly Person[]; readonly outside: OutsideWallet };

/** Registers people with both factors and money. */
export async function populate(
  system: System,
  { url, count, ...more }: { readonly url: string; readonly count: number } & Pick<PersonDeps, 'accepted'>,
): Promise<Population> {
  const { chain, contracts, inbox, clock } = system;
  const outside = await openOutsideWallet({ chain, contracts }, { trx: 1_000_000n * whole, usdt: 2_000_000n * whole });
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await registerPerson({ ...more, url, origin: system.url, inbox, clock }, 'email');
    await person.setFactors();
    await outside.pay(person.wallet.address, 'usdt', funds);
    people.push(person);
  }
  for (const person of people)
    await mineUntil(chain, 'the top-up', async () => (await person.available('usdt')) >= funds, patienceMs);
  return { people, outside };
}
