import { randomBytes } from 'node:crypto';
import type { DepositId, OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import type { TronAddress } from '@tern/tron/address';
import { hasCode } from '@tern/tron/has-code';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreaches } from '../../house/invariants/public.ts';
import { insertReturn } from '../../house/treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../house/treasury/testing/treasury-world.ts';
import { assignSuspense, giveDepositToHouse, listQuarantine, returnToSender } from './public.ts';
import { lockSubject } from './quarantine-store.ts';

let world: TreasuryWorld;
let ada: OperatorId;
let ben: OperatorId;
let sender: TronWeb;
beforeAll(async () => {
  world = await openTreasuryWorld('votes');
  ada = await addOperator(world.database.db, { name: 'ada' });
  ben = await addOperator(world.database.db, { name: 'ben' });
  sender = new TronWeb({ fullHost: world.chain.url, privateKey: randomBytes(32).toString('hex') });
  await world.chain.admin.faucetTrx(sender.defaultAddress.base58 as TronAddress, 50_000_000_000n);
  await world.settle();
});
afterAll(() => world.close());

/** TRX that somebody sent to an address of ours that is nobody's. */
async function suspended(): Promise<DepositId> {
  const { rows } = await sql<{ address: TronAddress }>`
    SELECT p.address FROM address_pool p
     WHERE NOT EXISTS (SELECT FROM wallets w WHERE w.address = p.address)
     ORDER BY p.derivation_index DESC LIMIT 1`.execute(world.database.db.kysely);
  const made = await sender.transactionBuilder.sendTrx(rows[0]?.address ?? '', 40_000_000);
  await sender.trx.sendRawTransaction(await sender.trx.sign(made));
  await world.settle();
  const found = (await listQuarantine(world.database.asConsole)).suspense.find(({ returning }) => !returning);
  if (found === undefined) throw new Error('nothing is in suspense');
  return found.depositId;
}

const sendBack = (depositId: DepositId, operatorId: OperatorId) =>
  returnToSender(
    {
      db: world.database.asConsole,
      isContract: (address) => hasCode(world.node, address),
      sharedSources: new Set(),
      orderReturn: insertReturn,
    },
    { depositId, operatorId, reason: 'asked for', despiteWarnings: true },
  ).then(({ outcome }) => outcome);

const otherWishes = {
  'names an owner': async (depositId: DepositId) =>
    assignSuspense(world.database.asConsole, {
      depositId,
      address: (await world.newWallet()).address,
      operatorId: ada,
      reason: 'whose it is',
    }),
  'gives it to the house': (depositId: DepositId) =>
    giveDepositToHouse(world.database.asConsole, { depositId, operatorId: ada, reason: 'nobody asks for it' }),
  'says the same again': (depositId: DepositId) => sendBack(depositId, ada),
};

test.each(Object.entries(otherWishes))(
  'I21 a return keeps both its votes where the first operator, at the moment of the second vote, %s',
  async (_, changeMind) => {
    const depositId = await suspended();
    expect(await sendBack(depositId, ada)).toBe('second-operator-needed');
    const [second, changed] = await transact(world.database.db, async (tx) => {
      await lockSubject(tx, `deposit:${depositId}`);
      const decided = sendBack(depositId, ben);
      await untilLocksAwaited(world.database.db, 1);
      const late = changeMind(depositId);
      await untilLocksAwaited(world.database.db, 2);
      return [{ decided }, { late }] as const;
    });
    expect([await second.decided, await changed.late]).toEqual(['ordered', 'not-found']);
    for (let round = 0; round < 3; round += 1) await world.work(2);
    const found = await transact(world.database.db, (tx) => findBreaches(tx, {}), { isolation: 'repeatable read' });
    expect(found.filter(({ invariant }) => invariant === 'I21')).toEqual([]);
  },
);
