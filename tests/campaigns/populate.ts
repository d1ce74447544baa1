import { mineUntil } from '@tern/testkit/system/chain-control';
import type { Person } from '@tern/testkit/system/person';
import type { System } from '@tern/testkit/system/start-system';
import type { CrashWorld } from './crash/crash-world.ts';
import { settle } from './crash/settle.ts';

const usdt = 1_000_000n;
const trx = 1_000_000n;
const peopleCount = 8;

/** Gives a new system two operators, an outside wallet, and people with money. */
export async function populate(system: System): Promise<CrashWorld> {
  const operators = [await system.desk('olga', 'reviewer'), await system.desk('pavel', 'reviewer')] as const;
  let ready = false;
  const opening = system
    .openOutsideWallet({ trx: 1_000_000n * trx, usdt: 2_000_000n * usdt })
    .finally(() => (ready = true));
  await mineUntil(system.chain, 'an outside wallet', async () => ready);
  const outside = await opening;
  const people: Person[] = [];
  for (let index = 0; index < peopleCount; index += 1) {
    const person = await system.register('email');
    await person.setFactors();
    await outside.pay(person.wallet.address, 'usdt', 100_000n * usdt);
    people.push(person);
  }
  await settle(system);
  let turn = 0;
  const nextPerson = (): Person => {
    turn += 1;
    return people[turn % peopleCount] as Person;
  };
  return { system, nextPerson, outside, operators };
}
