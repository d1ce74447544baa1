import { expect, test } from 'vitest';
import { toHex, utf8Bytes } from '../crypto/bytes.ts';
import { post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

/** Code that hands its own tail of `bytes` to the contract at address 3 with this energy and returns what came and how. */
function code(bytes: Uint8Array, energyHex: string): string {
  const size = bytes.length.toString(16).padStart(2, '0');
  // Tail to memory 0; CALL(energy, 3, 0, 0, size, 0x40, 0x20); its success to memory 0x60; return 0x40..0x7f.
  const program = `60${size}602060003960206040${'60'}${size}600060006003${energyHex}f160605260406040f3`;
  return `${program.padEnd(64, '0')}${toHex(bytes)}`;
}

async function ask({ chain, treasury }: TestChain, bytes: Uint8Array, energyHex = '61ffff') {
  const data = code(bytes, energyHex);
  const reply = await post(chain, '/wallet/triggerconstantcontract', { owner_address: treasury, data, visible: true });
  const [result] = reply['constant_result'] as [string];
  return { hash: result.slice(0, 64), succeeded: BigInt(`0x${result.slice(64)}`) === 1n };
}

test('address 3 answers with the hash of a hash cut to 20 bytes', async () => {
  const test = await startTestChain();
  // Of "abc"; both SHA-256 were computed outside this code.
  const { hash, succeeded } = await ask(test, utf8Bytes('abc'));
  expect(succeeded).toBe(true);
  expect(hash).toBe('6b6ea134869d649e6f52658be1a5691e37db83c6b8b72b0f1b36d4f849929c9e');
});

test('it costs 600 energy and 120 a word', async () => {
  const test = await startTestChain();
  const words = new Uint8Array(33).fill(7);
  expect(await ask(test, words, '610348')).toMatchObject({ succeeded: true });
  expect(await ask(test, words, '610347')).toMatchObject({ succeeded: false });
});
