import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { systemClock } from '@tern/base/clock';
import { newId } from '@tern/base/ids';
import { startDevchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import { findAddressFromHex, getAddress, type TronAddress } from '../address.ts';
import { encodeRawTransaction } from '../encode-raw-transaction.ts';
import { encodeSignedTransaction } from '../encode-signed-transaction.ts';
import { openNode } from '../open-node.ts';
import { addressOfPublicKey } from '../recover-signer.ts';
import { readReply } from '../reply.ts';
import { signerCommands, signerHeaders, signRequest } from '../signer-protocol.ts';
import type { AnyTransaction } from '../transaction.ts';

const key = new Uint8Array(32).fill(7);
const alice = addressOfPublicKey(secp256k1.getPublicKey(key));
const bob = findAddressFromHex('22'.repeat(20)) as TronAddress;
const hot = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
const secret = new Uint8Array(32).fill(9);

export type ExampleChain = AsyncDisposable & {
  /** Runs `example` with the names; whatever it did to the chain is undone. */
  readonly inWorld: (example: (world: Readonly<Record<string, unknown>>) => Promise<void>) => Promise<void>;
};

/**
 * What the examples of functions that ask a node may name, besides the exports of this package and `units`:
 *
 * - `chain`: a local chain that mines on request (packages/devchain); a block is irreversible 19 blocks later
 * - `node`: a client of its node
 * - `alice`: an address with 1,000 TRX and 50 USDT; `sign(transaction)` signs with her key and gives what
 *   `broadcast` takes
 * - `bob`: an address that is not activated
 * - `usdt`: the contract of USDT there
 * - `readReply`: of reply.ts, which is not exported
 * - `socketPath`, `secret`, `clock`: a stand-in for the signer, which answers what the hot address is: `hot`
 */
export async function startExampleChain(): Promise<ExampleChain> {
  const chain = await startDevchain({ port: 0, seed: 'examples', mining: { mode: 'manual' } });
  await chain.admin.faucetTrx(alice, 1_000_000_000n);
  await chain.admin.faucetToken('usdt', alice, 50_000_000n);
  await chain.admin.mine(25);
  const signer = await standInForSigner();
  const usdt = getAddress(chain.info().contracts.usdt.base58);
  const node = openNode({ url: chain.url, timeoutMs: 30_000 });
  const { socketPath } = signer;
  const world = { chain, node, alice, bob, usdt, sign, units, readReply, socketPath, secret, clock: systemClock, hot };
  return {
    inWorld: async (example) => {
      const before = await chain.admin.snapshot();
      try {
        await example(world);
      } finally {
        await chain.admin.clearFaults();
        await chain.admin.revert(before);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await signer.close();
      await chain.close();
    },
  };
}

function sign(transaction: AnyTransaction): string {
  const raw = encodeRawTransaction(transaction);
  const [recovery = 0, ...rest] = secp256k1.sign(sha256(raw), key, { prehash: false, format: 'recovered' });
  const signatureHex = bytesToHex(Uint8Array.of(...rest, recovery + 27));
  return encodeSignedTransaction({ rawHex: bytesToHex(raw), signatureHex });
}

/** Knows one command of the signer's, and asks for the secret as it does. */
async function standInForSigner(): Promise<{ readonly socketPath: string; readonly close: () => Promise<void> }> {
  const socketPath = join(tmpdir(), `signer-${newId()}.sock`);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const header = (name: string): string => String(request.headers[name]);
      const nonce = header(signerHeaders.nonce);
      const timeMs = Number(header(signerHeaders.time));
      const mac = signRequest(secret, { path: signerCommands.getHotAddress, timeMs, nonce, body });
      const isOurs = mac === header(signerHeaders.mac);
      response.writeHead(isOurs ? 200 : 401);
      response.end(JSON.stringify(isOurs ? { address: hot } : { code: 'not-authenticated', detail: 'another secret' }));
    });
  });
  await new Promise<void>((done) => server.listen(socketPath, done));
  return { socketPath, close: () => new Promise((done) => server.close(() => done())) };
}
