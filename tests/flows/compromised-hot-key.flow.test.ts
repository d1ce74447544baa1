import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freePorts } from '@tern/testkit/system/free-ports';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signerCommand, visitSignerPage } from './support/page-visit.ts';
import { startSmallHouse, trx, untilEnded, usdt, type SmallHouse } from './support/small-house.ts';

// Goal: way B of docs/operations/compromised-hot-key.md, and the new hot key after it, with tokens and with the books of
// people. Method: the whole system; the thief and the cold storage are unmodified tronweb with keys of their own.
const quiet = { SWEEP_FROM_USDT: '1000000', SWEEP_FROM_TRX: '1000000', HOT_MIN_USDT: '2000000' };
const emptying = {
  SWEEP_FROM_USDT: '1',
  SWEEP_FROM_TRX: '1',
  SWEEP_FROM_REWARD: '1',
  HOT_SHARE_PERCENT: '1',
  HOT_FLOOR_PERCENT: '0',
  HOT_MIN_USDT: '1',
  HOT_MIN_TRX: '1',
  HOT_MIN_REWARD: '1',
};
const coldKeys = TronWeb.createRandom();
let house: SmallHouse;
let oldHot = '';
let newHot = '';
let thief: TronWeb;

beforeAll(async () => {
  house = await startSmallHouse(quiet);
  oldHot = house.system.hotAddress;
  const { system, ana, outside } = house;
  await outside.pay(ana.wallet.address, 'usdt', 250n * usdt);
  await outside.pay(ana.wallet.address, 'trx', 600n * trx);
  await mineUntil(
    system.chain,
    'the credits',
    async () => (await ana.available('usdt')) === 250n * usdt && (await ana.available('trx')) === 600n * trx,
  );
});
afterAll(() => house.system.stop());

/** Surroundings of the signer's commands on its own machine. */
function signerEnv(): Readonly<Record<string, string>> {
  const { dataDir, contracts } = house.system;
  return {
    PATH: process.env['PATH'] ?? '',
    TERN_PROFILE: 'test',
    DATA_DIR: dataDir,
    SIGNER_SOCKET: join(dataDir, 'signer.sock'),
    USDT_CONTRACT: contracts.usdt,
    REWARD_CONTRACT: contracts.reward,
  };
}

function runSigner(...args: readonly string[]): string {
  const ran = spawnSync(process.execPath, [signerCommand, ...args], { env: signerEnv(), encoding: 'utf8' });
  expect(ran.status, ran.stderr).toBe(0);
  return ran.stdout;
}

const custody = async (code: string): Promise<bigint> => {
  const { rows } = await sql<{ held: string }>`
    SELECT -posted AS held FROM ledger.accounts WHERE code = ${code} AND asset = 'usdt'`.execute(
    house.system.db.kysely,
  );
  return BigInt(rows[0]?.held ?? '0');
};

async function onPage(port: number, visit: (page: Awaited<ReturnType<typeof visitSignerPage>>) => Promise<void>) {
  const page = await visitSignerPage(signerEnv(), port);
  try {
    await visit(page);
  } finally {
    await page.leave();
  }
}

/** What is paid with the stolen key, as the chain answers it. */
async function steal(assetId: 'trx' | 'usdt', amount: bigint): Promise<string> {
  const to = freshAddress();
  if (assetId === 'trx') {
    const unsigned = await thief.transactionBuilder.sendTrx(to, Number(amount), oldHot);
    return JSON.stringify(await thief.trx.sendRawTransaction(await thief.trx.sign(unsigned)));
  }
  return '';
}

test('K09 the worker sweeps tokens and TRX of people and moves them to cold storage; people keep every unit', async () => {
  const { system, ana, treasurers } = house;
  const words = readFileSync(join(system.dataDir, 'signer', 'recovery-words.txt'), 'utf8').trim();
  const stolen = TronWeb.fromMnemonic(words, "m/44'/195'/1'/0/0") as { address: string; privateKey: string };
  expect(stolen.address).toBe(oldHot);
  thief = new TronWeb({ ...system.chain.hosts, privateKey: stolen.privateKey.slice(2) });
  for (const name of ['worker', 'signer'] as const) await system.processes.stop(name);
  const [port = 0] = await freePorts(1);
  const keys = ['Anna', 'Ben'].map((operator) =>
    createAuthenticator({ operator, rpId: 'localhost', origin: `http://localhost:${port}` }),
  );
  await onPage(port, async (page) => {
    for (const key of keys) await page.enrol(key);
    await page.call('propose', {
      limits: {
        usdt: { perOrder: '20000', perDay: '500000' },
        trx: { perOrder: '70000', perDay: '1700000' },
        reward: { perOrder: '210000', perDay: '5000000' },
      },
      feeLimit: '200',
      cold: freshAddress(),
      witnesses: ['Wanda Witness'],
    });
    await page.sign(...keys);
  });
  expect(runSigner('set-cold', coldKeys.address)).toContain('waits for two operators');
  await onPage(port, (page) => page.sign(...keys));
  await system.processes.start('signer');
  await system.processes.start('worker', emptying);
  const seen = new Set<string>();
  const approved = new Set<string>();
  const look = async () => {
    const { rows } = await sql<{ id: string; kind: string; state: string; text: string }>`
      SELECT id, kind, state, concat_ws(' ', kind, asset_id, state, amount, waiting_for) AS text FROM treasury_orders ORDER BY id`.execute(
      system.db.kysely,
    );
    for (const { text } of rows)
      if (!seen.has(text)) {
        seen.add(text);
        console.log(text);
      }
    return rows;
  };
  await mineUntil(
    system.chain,
    'cold storage',
    async () => {
      await system.skipWaits();
      for (const { id, kind, state } of await look())
        if (kind === 'cold' && state === 'proposed' && !approved.has(id)) {
          approved.add(id);
          for (const desk of treasurers) console.log((await desk.approveOrder(id)).status);
        }
      const left = await Promise.all([solidBalance(system, oldHot, 'usdt'), solidBalance(system, ana.wallet.address, 'usdt'), solidBalance(system, ana.wallet.address, 'trx')]);
      return left[0] < 10n * usdt && left[1] === 0n && left[2] < 10n * trx && (await solidBalance(system, coldKeys.address, 'trx')) > 0n && approved.size > 3;
    },
    200_000,
  ).catch((error) => console.log(error));
  await look();
  for (const a of ['usdt', 'trx', 'reward'] as const)
    console.log(
      a,
      await solidBalance(system, oldHot, a),
      await solidBalance(system, coldKeys.address, a),
      await solidBalance(system, ana.wallet.address, a),
      await ana.available(a),
    );
}, 300_000);

test('K09 second', async () => {
  const { system, ana } = house;
  for (const name of ['worker', 'signer'] as const) await system.processes.stop(name);
  const directory = join(system.dataDir, 'signer');
  renameSync(directory, `${directory}-old`);
  await system.processes.start('signer');
  await system.processes.stop('signer');
  console.log(runSigner('set-cold', coldKeys.address));
  await system.processes.start('signer');
  await system.processes.start('worker', quiet);
  newHot = await until('the new hot', async () => {
    const { rows } = await sql<{ hot: string }>`SELECT hot_address AS hot FROM signer_accounts`.execute(
      system.db.kysely,
    );
    return rows[0]?.hot === oldHot ? undefined : rows[0]?.hot;
  });
  const coldWallet = new TronWeb({ ...system.chain.hosts, privateKey: coldKeys.privateKey.slice(2) });
  const trxOut = await coldWallet.transactionBuilder.sendTrx(newHot, 2_000_000_000, coldKeys.address);
  console.log(JSON.stringify(await coldWallet.trx.sendRawTransaction(await coldWallet.trx.sign(trxOut))));
  const { transaction } = await coldWallet.transactionBuilder.triggerSmartContract(
    system.contracts.usdt,
    'transfer(address,uint256)',
    { feeLimit: 100_000_000 },
    [
      { type: 'address', value: newHot },
      { type: 'uint256', value: String(300n * usdt) },
    ],
    coldKeys.address,
  );
  console.log(JSON.stringify(await coldWallet.trx.sendRawTransaction(await coldWallet.trx.sign(transaction))));
  const [one, two] = house.treasurers;
  const house_ = async () =>
    (await one.get('/house')).body as {
      gaps: unknown[];
      coldArrivals: { depositId: string; assetId: string; amount: string }[];
      surpluses: unknown[];
    };
  await mineUntil(
    system.chain,
    'arrivals and gaps',
    async () => {
      const h = await house_();
      return (
        h.coldArrivals.length === 2 &&
        h.gaps.some((g) => JSON.stringify(g).includes('usdt') && JSON.stringify(g).includes('cold'))
      );
    },
    120_000,
  ).catch((error) => console.log(error));
  const h = await house_();
  console.log(JSON.stringify([h.gaps, h.coldArrivals, h.surpluses], null, 1));
  for (const { depositId, assetId, amount } of h.coldArrivals) {
    const said = { content: { kind: 'cold-return', depositId, assetId, amount }, note: 'after the leak' };
    const proposed = await one.decide('/changes/question', '/changes', said);
    console.log(JSON.stringify(proposed));
    const { id } = proposed.body as { id: string };
    console.log(
      JSON.stringify(
        await two.decide('/changes/decision/question', '/changes/decision', { id, decision: 'carry-out' }),
      ),
    );
  }
  const to = freshAddress();
  const before = await ana.available('usdt');
  const sent = await ana.send({ to, assetId: 'usdt', amount: '50' }).catch((error) => console.log('SEND', error));
  await mineUntil(
    system.chain,
    'payment',
    async () => {
      await system.skipWaits();
      return sent !== undefined && (await ana.record(sent.id)).status === 'success';
    },
    120_000,
  ).catch((error) => console.log(error));
  console.log(
    before,
    await ana.available('usdt'),
    await solidBalance(system, to, 'usdt'),
    await solidBalance(system, newHot, 'usdt'),
    await custody('custody:hot'),
  );
  console.log((await sql`SELECT state, waiting_for FROM withdrawals`.execute(system.db.kysely)).rows);
  console.log(
    (await sql`SELECT count(*), count(distrusted_at) AS distrusted FROM address_pool`.execute(system.db.kysely)).rows,
  );
  console.log(await system.findContradictions());
  console.log(
    await ana.overview().then(
      (o) => 'overview ok',
      (e) => String(e),
    ),
  );
}, 400_000);
