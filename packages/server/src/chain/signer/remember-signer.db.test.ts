import { randomUUID } from 'node:crypto';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { startTestSigner, type TestSigner } from '@tern/testkit/start-test-signer';
import { findAddressFromHex, type TronAddress } from '@tern/tron/address';
import type { SignerOrder } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSignerMemory, noteSignerMemory } from './memory-store.ts';
import { rememberSigner } from './remember-signer.ts';

const address = (digit: string): TronAddress => findAddressFromHex(digit.repeat(40)) as TronAddress;
const timeMs = Date.UTC(2026, 0, 1);
const order = (orderId: string, at: number): SignerOrder => ({
  orderId,
  attempt: 1,
  payment: { kind: 'trx', to: address('7'), amountSun: units(5n) },
  refBlock: { number: 100, id: (100).toString(16).padStart(16, '0').padEnd(64, 'c'), timeMs },
  expirationMs: timeMs + 600_000,
  timestampMs: timeMs + at,
});

let database: TestDatabase;
let real: TestSigner;
beforeAll(async () => {
  database = await createTestDatabase();
  real = await startTestSigner({ usdt: address('5'), reward: address('6') });
});
afterAll(async () => {
  await real.stop();
  await database.drop();
});

test('M36 the product remembers how much the signer has signed, and an old copy of it refuses', async () => {
  const db = database.asWorker;
  const signer = rememberSigner({ db, signer: real.client });
  expect(await findSignerMemory(db.kysely)).toBeUndefined();
  const signed = await signer.signOrder(order('w-1', 1));
  expect(await findSignerMemory(db.kysely)).toMatchObject({ sequence: 1 });
  // The same again is no further signature.
  expect(await signer.signOrder(order('w-1', 1))).toEqual(signed);
  await signer.signOrder(order('w-2', 2));
  const memory = await findSignerMemory(db.kysely);
  expect(memory).toMatchObject({ sequence: 2 });

  // A memory never becomes shorter, whoever writes it.
  if (memory === undefined) throw new Error('there is a memory');
  await noteSignerMemory(db.kysely, { ...memory, sequence: 1 });
  expect(await findSignerMemory(db.kysely)).toEqual(memory);

  // As if the signer had signed three more and lost them.
  await sql`UPDATE signer_memories SET sequence = 5`.execute(database.db.kysely);
  await expect(signer.signOrder(order('w-3', 3))).rejects.toMatchObject({ code: 'quarantined' });
  expect(await signer.getHealth()).toMatchObject({
    memory: { sequence: 2 },
    quarantine: { reason: 'an old copy: 2 of 5 signatures', nextBlock: 101, read: false },
  });
  // What it remembers it still answers.
  expect(await signer.signOrder(order('w-1', 1))).toEqual(signed);

  // The epoch never goes back either, and workers of other processes hear of it with their next order.
  await noteSignerMemory(db.kysely, { ...memory, epoch: 2 });
  await noteSignerMemory(db.kysely, { ...memory, epoch: 1 });
  expect(await findSignerMemory(db.kysely)).toMatchObject({ epoch: 2 });
  await expect(signer.signOrder(order('w-1', 1))).rejects.toThrow('this signer is of epoch 1, and epoch 2 has begun');
});

test('K14 a worker that has given no order yet asks for a text by the newest epoch all the same', async () => {
  const db = database.asWorker;
  const said: unknown[] = [];
  const storeId = randomUUID();
  const fake = {
    ...real.client,
    witness: async (known: Awaited<ReturnType<typeof findSignerMemory>>) => {
      said.push(known?.epoch);
      return { storeId, sequence: 0, epoch: 7 };
    },
    signMessage: async () => {
      said.push('text');
      return { signatureHex: '00' };
    },
  };
  await noteSignerMemory(db.kysely, { storeId, sequence: 0, epoch: 7 });
  const from = { purpose: 'deposit', index: 0, address: address('8'), mac: '' } as const;
  await rememberSigner({ db, signer: fake }).signMessage({ messageId: 'm-1', from, text: 'Sign in' });
  expect(said).toEqual([7, 'text']);
});
