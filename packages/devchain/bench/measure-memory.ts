import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCore } from '../src/chain/core.ts';
import { faucetToken, faucetTrx } from '../src/chain/faucet.ts';
import { deriveIdentity } from '../src/chain/genesis.ts';
import { noLog } from '../src/chain/log.ts';
import { sealPending } from '../src/chain/seal-pending.ts';
import { createTime } from '../src/chain/time.ts';

/** Prints what a chain keeps in memory as it grows: half TRX, half token transfers, a hundred to a block. */

const { values } = parseArgs({ options: { count: { type: 'string', default: '100000' } } });
const count = Number(values.count);
const steps = 10;
const blockSize = 100;
const seed = 'memory';
const megabyte = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const mining = { mode: 'manual' } as const;
const identity = deriveIdentity(seed);
const core = await createCore({
  identity,
  settings: { seed, tokenName: 'Memory', tokenSymbol: 'MEM' },
  mining,
  solidLag: 19,
  log: noLog(),
  time: createTime(mining, { nowMs: () => 0 }),
});

for (let done = 0; done < count; done += 1) {
  if (done % (count / steps) === 0) report(done);
  if (done % blockSize === 0) sealPending(core);
  const { treasury, contracts } = identity;
  if (done % 2 === 0) await faucetTrx(core, treasury.address, BigInt(done + 1));
  else await faucetToken(core, contracts.usdt, treasury.address, BigInt(done + 1));
}
report(count);

function report(done: number): void {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const [heap, buffers, all] = [heapUsed, external, rss].map((bytes) => `${Math.round(bytes / megabyte)} MB`);
  // Asking the chain last keeps it from being collected as no longer needed.
  const blocks = core.history.head().number;
  process.stdout.write(`${done} transactions in ${blocks} blocks: heap ${heap}, buffers ${buffers}, process ${all}\n`);
}
