import { randomUUID } from 'node:crypto';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { startTestSigner } from '@tern/testkit/start-test-signer';
import { addressToHex, findAddressFromHex, type TronAddress } from '@tern/tron/address';
import { expect, onTestFinished, test } from 'vitest';
import { dismissQuarantined, listKeyAlarms, listQuarantine } from '../../money/deposits/public.ts';
import { openDepositWorld } from '../../money/deposits/testing/deposit-world.ts';
import { otherTransaction } from '../../money/deposits/testing/scripted-chain.ts';
import { guardKeys } from './guard-keys.ts';

const address = (digit: string): TronAddress => findAddressFromHex(digit.repeat(40)) as TronAddress;

test('D16 a changed permission of one of our addresses closes the signer until two operators and a dismissal', async () => {
  const world = await openDepositWorld();
  const { client, stop } = await startTestSigner({ usdt: address('5'), reward: address('6') });
  onTestFinished(stop);
  const db = world.database.asConsole;
  const closed: string[] = [];
  const guard = () => guardKeys({ db, signer: client, listKeyAlarms, onClose: (txId) => closed.push(txId) });
  const timeMs = Date.UTC(2026, 0, 1);
  let payments = 0;
  const pay = () =>
    client.signOrder({
      orderId: randomUUID(),
      attempt: 1,
      payment: { kind: 'trx', to: address('7'), amountSun: units(5n) },
      refBlock: { number: 100, id: (100).toString(16).padStart(16, '0').padEnd(64, 'c'), timeMs },
      expirationMs: timeMs + 600_000,
      timestampMs: timeMs + (payments += 1),
    });
  await guard();
  await pay();
  const wallet = await world.newWallet();
  world.chain.mine(
    otherTransaction('AccountPermissionUpdateContract', { owner_address: addressToHex(wallet.address) }),
  );
  world.solidify();
  await world.catchUp();
  expect(await listKeyAlarms(db.kysely)).toHaveLength(1);
  await guard();
  expect(closed).toHaveLength(1);
  await expect(pay()).rejects.toMatchObject({ code: 'quarantined' });
  expect(await client.getHealth()).toMatchObject({ quarantine: { reason: `permissions changed by ${closed[0]}` } });
  // Said once; the signer stays as it is.
  await guard();
  expect(closed).toHaveLength(1);
  const operatorId = await addOperator(world.database.db, { name: 'ines' });
  const [alarm] = (await listQuarantine(db)).grave.filter(({ reason }) => reason === 'permission-change');
  await dismissQuarantined(db, { subject: alarm?.id ?? '', operatorId, reason: 'the key was burnt' });
  expect(await listKeyAlarms(db.kysely)).toEqual([]);
  await expect(pay()).rejects.toMatchObject({ code: 'quarantined' });
  await world.database.drop();
});
