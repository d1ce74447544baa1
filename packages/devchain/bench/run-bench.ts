import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { referenceTo } from '../src/chain/send.ts';
import { hashTransaction } from '../src/chain/transaction.ts';
import { encodeCall } from '../src/contracts/encode-call.ts';
import { fromBase58 } from '../src/crypto/address.ts';
import { fromHex } from '../src/crypto/bytes.ts';
import { deriveKeyPair, signHash } from '../src/crypto/keys.ts';
import type { KeyPair } from '../src/crypto/keys.ts';
import { formatBare } from '../src/json/format-transaction.ts';
import { stringify } from '../src/json/text.ts';
import { encodeMessage, typeUrlPrefix } from '../src/proto/codec.ts';
import type { ContractType, Messages } from '../src/proto/types.ts';

const usage = `Measures the local chain in a process of its own: signed transfers accepted over HTTP in a second, and memory.

Usage: npm run bench -w @tern/devchain -- [--count 10000] [--connections 32] [--data <directory>]

Half of the transfers are TRX, half a TRC-20 token. Transactions are signed before the clock starts.
`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '32' },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const batchSize = 5_000;
const feeLimitSun = 100_000_000n;
const lifeMs = 12 * 60 * 60 * 1000;
const seed = 'bench';
/** Of /proc, in a second. */
const clockTicks = 100;

type Kind = 'TRX' | 'TRC-20';
type Result = { readonly kind: Kind; readonly sent: number; readonly seconds: number; readonly cpuSeconds: number };

if (values.help) process.stdout.write(usage);
else await run(Number(values.count), Number(values.connections));

async function run(count: number, connections: number): Promise<void> {
  const { child, url } = await startChain();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const info = (await (await fetch(`${url}/devchain/info`)).json()) as Info;
    const results: Result[] = [];
    process.stdout.write(`memory at the start: ${memoryOf(child)}\n`);
    for (let done = 0; done < count; done += batchSize * 2) {
      for (const kind of ['TRX', 'TRC-20'] as const) {
        const size = Math.min(batchSize, Math.ceil((count - done) / 2));
        const bodies = await signBatch(url, info, { kind, from: done, size });
        const [startMs, startCpu] = [performance.now(), cpuSecondsOf(child)];
        await sendAll(bodies, { url, agent, connections });
        const seconds = (performance.now() - startMs) / 1000;
        results.push({ kind, sent: size, seconds, cpuSeconds: cpuSecondsOf(child) - startCpu });
      }
      process.stdout.write(`${Math.min(count, done + batchSize * 2)} transactions: ${memoryOf(child)}\n`);
    }
    for (const kind of ['TRX', 'TRC-20'] as const) report(kind, results);
  } finally {
    agent.destroy();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

type Info = { readonly contracts: { readonly usdt: { readonly base58: string } } };

async function startChain(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const bin = new URL('../bin/tern-devchain.mjs', import.meta.url).pathname;
  const data = values.data === undefined ? [] : ['--data', values.data];
  const args = [bin, '--port', '0', '--seed', seed, '--block-ms', '1000', ...data];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, url: /http:\S+/.exec(line)?.[0] ?? '' };
}

type Batch = { readonly kind: Kind; readonly from: number; readonly size: number };

/** Bodies for `broadcasttransaction`, each another transaction: the amount counts up. */
async function signBatch(url: string, info: Info, { kind, from, size }: Batch): Promise<string[]> {
  const block = (await (await fetch(`${url}/wallet/getnowblock`)).json()) as {
    blockID: string;
    block_header: { raw_data: { timestamp?: number } };
  };
  const base = { blockId: fromHex(block.blockID), nowMs: block.block_header.raw_data.timestamp ?? 0 };
  const [owner, to] = [deriveKeyPair(seed, 'treasury'), deriveKeyPair(seed, 'faucet')];
  const usdt = fromBase58(info.contracts.usdt.base58) ?? new Uint8Array(0);
  return Array.from({ length: size }, (_, index) => {
    const amount = BigInt(from + index + 1);
    if (kind === 'TRX') {
      return sign(owner, base, {
        name: 'TransferContract',
        message: { owner_address: owner.address, to_address: to.address, amount },
      });
    }
    return sign(owner, base, {
      name: 'TriggerSmartContract',
      message: {
        owner_address: owner.address,
        contract_address: usdt,
        data: encodeCall('transfer(address,uint256)', [to.address, amount]),
      },
    });
  });
}

function sign<Name extends ContractType & keyof Messages>(
  owner: KeyPair,
  base: { readonly blockId: Uint8Array; readonly nowMs: number },
  { name, message }: { readonly name: Name; readonly message: Partial<Messages[Name]> },
): string {
  const raw_data = {
    ...referenceTo(base.blockId),
    contract: [
      {
        type: name,
        parameter: { type_url: `${typeUrlPrefix}${name}`, value: encodeMessage(name, message) },
        Permission_id: 0,
      },
    ],
    expiration: BigInt(base.nowMs + lifeMs),
    timestamp: BigInt(base.nowMs),
    data: new Uint8Array(0),
    fee_limit: feeLimitSun,
  };
  const signature = [signHash(hashTransaction({ raw_data }), owner.privateKey)];
  return stringify({ visible: false, ...formatBare({ raw_data, signature }, false) });
}

type Target = { readonly url: string; readonly agent: Agent; readonly connections: number };

/** Sends everything, `connections` at a time. Throws when one is refused: figures count accepted transactions only. */
async function sendAll(bodies: readonly string[], target: Target): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const reply = await post(target, body);
      if (!reply.includes('"result":true')) throw new Error(`refused: ${reply}`);
    }
  };
  await Promise.all(Array.from({ length: target.connections }, worker));
}

function post({ url, agent }: Target, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/wallet/broadcasttransaction`, { agent, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject).end(body);
  });
}

function report(kind: Kind, results: readonly Result[]): void {
  const own = results.filter((result) => result.kind === kind);
  const sent = own.reduce((sum, result) => sum + result.sent, 0);
  const seconds = own.reduce((sum, result) => sum + result.seconds, 0);
  const cpuSeconds = own.reduce((sum, result) => sum + result.cpuSeconds, 0);
  const perCpu = cpuSeconds > 0 ? `, ${Math.round(sent / cpuSeconds)} for a second of the chain's processor time` : '';
  process.stdout.write(`${kind.padEnd(6)}  ${Math.round(sent / seconds)} accepted in a second${perCpu} (${sent})\n`);
}

/** Processor time the chain's process has used, where the system tells it; it does not depend on what else runs. */
function cpuSecondsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / clockTicks;
  } catch {
    return 0;
  }
}

/** Resident memory of the chain's process, where the system tells it. */
function memoryOf({ pid }: ChildProcess): string {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return `${Math.round(Number(kilobytes) / 1024)} MB`;
  } catch {
    return 'not known on this system';
  }
}
