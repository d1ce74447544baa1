import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { startDevchain } from '../start-devchain.ts';
import type { Devchain } from '../start-devchain.ts';
import { newPerson, post, startTestChain } from '../testing/test-chain.ts';

function newDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'devchain-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function pictureOf(chain: Devchain, addresses: readonly string[]) {
  const accounts = addresses.map((address) => post(chain, '/wallet/getaccount', { address, visible: true }));
  const solid = addresses.map((address) => post(chain, '/walletsolidity/getaccount', { address, visible: true }));
  return {
    info: chain.info(),
    accounts: await Promise.all(accounts),
    solid: await Promise.all(solid),
    blocks: await post(chain, '/wallet/getblockbylimitnext', { startNum: 0, endNum: 100 }),
    receipts: await post(chain, '/wallet/gettransactioninfobyblocknum', { num: 3 }),
    pending: await post(chain, '/wallet/gettransactionlistfrompending'),
    parameters: await post(chain, '/wallet/getenergyprices'),
  };
}

test('a chain started again is the same chain: blocks, receipts, both views, pending, parameters, time', async () => {
  const dataDir = newDataDir();
  const person = newPerson();
  const options = { port: 0, seed: 'kept', dataDir, mining: { mode: 'manual' }, solidLag: 4 } as const;
  const { chain: first } = await startTestChain({ ...options, productTokenName: 'Kept', productTokenSymbol: 'KPT' });
  await first.admin.faucetTrx(person.address, 1_000n);
  await first.admin.mine(2);
  await first.admin.faucetToken('reward', person.address, 10n ** 20n);
  await first.admin.setParameters({ getEnergyFee: 420n });
  const snapshot = await first.admin.snapshot();
  await first.admin.mine(6);
  await first.admin.revert(snapshot);
  await first.admin.mine(2);
  await first.admin.reorganise(1);
  await first.admin.faucetTrx(person.address, 7n);
  await first.admin.faucetTrx(person.address, 7n);
  await first.admin.advanceTime(90_000);
  const before = await pictureOf(first, [person.address, first.info().accounts.faucet.base58]);
  await first.close();

  const { chain: second } = await startTestChain(options);
  expect(await pictureOf(second, [person.address, second.info().accounts.faucet.base58])).toEqual(before);
  await second.close();

  // And once more: what was pending is not run twice.
  const { chain: third } = await startTestChain(options);
  expect(await pictureOf(third, [person.address, third.info().accounts.faucet.base58])).toEqual(before);
  await third.admin.mine();
  expect(await post(third, '/wallet/getaccount', { address: person.hex })).toMatchObject({ balance: 1_014 });
});

test('a line cut short by the death of the process is dropped, and the chain goes on from there', async () => {
  const dataDir = newDataDir();
  const options = { seed: 'torn', dataDir };
  const { chain: first } = await startTestChain(options);
  await first.admin.mine(5);
  await first.close();
  appendFileSync(join(dataDir, 'chain.log'), '{"kind":"block","number":7,"times');
  const { chain: second } = await startTestChain(options);
  expect(second.info().height).toBe(6);
  await second.admin.mine();
  await second.close();
  const { chain: third } = await startTestChain(options);
  expect(third.info().height).toBe(7);
});

test('a chain of another seed in the directory is not touched', async () => {
  const dataDir = newDataDir();
  const { chain } = await startTestChain({ seed: 'one', dataDir });
  await chain.close();
  const other = startDevchain({ port: 0, seed: 'two', dataDir, mining: { mode: 'manual' } });
  await expect(other).rejects.toThrow('another seed');
});

test('whatever was answered survives SIGKILL, sealed or pending', async () => {
  const dataDir = newDataDir();
  const people = Array.from({ length: 20 }, newPerson);
  const bin = new URL('../../bin/tern-devchain.mjs', import.meta.url).pathname;
  const args = [bin, '--port', '0', '--seed', 'killed', '--data', dataDir, '--block-ms', '50'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = /http:\S+/.exec(line)?.[0] ?? '';
  const answered: string[] = [];
  for (const { address } of people) {
    const response = await fetch(`${url}/devchain/faucet`, {
      method: 'POST',
      body: JSON.stringify({ address, asset: 'usdt', amount: '5' }),
    });
    answered.push(((await response.json()) as { txId: string }).txId);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');

  const { chain } = await startTestChain({ seed: 'killed', dataDir });
  await chain.admin.mine();
  for (const txId of answered) {
    expect(await post(chain, '/wallet/gettransactioninfobyid', { value: txId })).toMatchObject({
      id: txId,
      receipt: { result: 'SUCCESS' },
    });
  }
});
