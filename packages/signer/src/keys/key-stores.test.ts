import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordsOfSeed } from '@tern/vault/seed';
import { expect, onTestFinished, test } from 'vitest';
import { writeSeedFile, type SeedPlace } from '../seed-file.ts';
import { encodeTestTransfer } from '../testing/encode-test-transfer.ts';
import { contractSeed, testKeyStore } from '../testing/key-store-contract.ts';
import { cheap, receiver } from '../testing/signer-fixture.ts';
import { startKeyService } from '../testing/start-key-service.ts';
import { answerQuestion } from './answer-question.ts';
import { KeyRefusal } from './key-refusal.ts';
import { openFileKeys } from './open-file-keys.ts';
import { openKeyService } from './open-key-service.ts';

function newPlace(): SeedPlace {
  const directory = mkdtempSync(join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const place = { directory, passphrase: 'correct horse battery', cost: cheap };
  writeSeedFile(place, contractSeed);
  return place;
}

const hot = { purpose: 'hot', index: 0 } as const;

async function serve() {
  const service = await startKeyService(newPlace().directory);
  onTestFinished(service.stop);
  return service;
}

testKeyStore('keys in a sealed file', () => Promise.resolve(openFileKeys(newPlace())));
testKeyStore('keys of another process', async () => openKeyService((await serve()).socketPath));

test('X13 a key service that ends, or never answers, signs nothing, and its next start is enough', async () => {
  const { directory } = newPlace();
  const first = await startKeyService(directory);
  const keys = openKeyService(first.socketPath);
  onTestFinished(() => keys.close());
  const raw = encodeTestTransfer(keys.addressAt(hot), receiver);
  await first.stop();
  expect(() => keys.signRawTransaction(hot, raw)).toThrow('the key service');
  const second = await startKeyService(directory);
  onTestFinished(second.stop);
  expect(keys.signRawTransaction(hot, raw)).toMatch(/^[0-9a-f]{130}$/);
});

test.each([
  ['nothing', undefined, 'in time'],
  ['no JSON', 'hello\n', 'JSON'],
  ['nothing and closes', '', 'closed the connection'],
  ['a signature of another key', JSON.stringify({ answer: `${'1'.repeat(128)}1b` }), 'another key'],
])('K05 a key service that answers %s is not believed', async (_name, answer, fault) => {
  const socketPath = join(newPlace().directory, 'lying.sock');
  const real = openFileKeys(newPlace());
  const lying = `
    import { createServer } from 'node:net';
    const answer = ${JSON.stringify(answer)};
    createServer({ allowHalfOpen: true }, (socket) => socket.on('data', (line) => {
      const isAddress = String(line).includes('"address"');
      if (isAddress) socket.end(JSON.stringify({ answer: ${JSON.stringify(real.addressAt(hot))} }));
      else if (answer !== undefined) socket.end(answer);
    })).listen(${JSON.stringify(socketPath)}, () => process.stdout.write('ready'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', lying], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(child.stdout, 'data');
  const keys = openKeyService(socketPath, 300);
  onTestFinished(() => keys.close());
  const raw = encodeTestTransfer(keys.addressAt(hot), receiver);
  expect(() => keys.signRawTransaction(hot, raw)).toThrow(fault);
  expect(() => keys.signMessage({ purpose: 'deposit', index: 0 }, 'Sign in to Harbour')).toThrow(fault);
});

test('X09 the thread that asks connects to sockets of this machine’s files, and to nothing else', async () => {
  const server = createServer((socket) => socket.end('{"answer":"T"}'));
  let arrived = 0;
  server.on('connection', () => (arrived += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // Node takes a path of digits for a port.
  const keys = openKeyService(String((server.address() as AddressInfo).port), 1_000);
  onTestFinished(() => keys.close());
  expect(() => keys.addressAt(hot)).toThrow('no setting of this process names localhost');
  expect(arrived).toBe(0);
});

test('K01 no answer of the key service holds a key, whatever it is asked', () => {
  const keys = openFileKeys(newPlace());
  const raw = Buffer.from(encodeTestTransfer(keys.addressAt(hot), receiver)).toString('hex');
  const words = wordsOfSeed(contractSeed).split(' ').slice(0, 2).join(' ');
  for (const question of [
    { ask: 'address', place: hot },
    { ask: 'sign', place: hot, raw },
    { ask: 'sign', place: hot, raw: '07'.repeat(32) },
    { ask: 'sign-message', place: { purpose: 'deposit', index: 0 }, text: '53' },
    { ask: 'sign-message', place: hot, text: '53' },
    { ask: 'mac', label: 'deposit address seal 1', text: '' },
    { ask: 'seed' },
    { ask: 'private-key', place: hot },
    { ask: 'sign-digest', place: hot, digest: '07'.repeat(32) },
    { ask: '__proto__' },
    null,
  ]) {
    const answer = JSON.stringify(answerQuestion(keys, JSON.stringify(question)));
    expect(answer).not.toContain(Buffer.from(contractSeed).toString('hex'));
    expect(answer).not.toContain(words);
  }
  expect(answerQuestion(keys, '{"ask":"sign-digest"}')).toEqual({ refused: 'there is no such question' });
});

test('K12 what the key service refuses is a refusal, as from one of before there were texts', async () => {
  const keys = openKeyService((await serve()).socketPath);
  onTestFinished(() => keys.close());
  expect(() => keys.signMessage(hot, 'Sign in to Harbour')).toThrow(KeyRefusal);
});

test('K12 what is no UTF-8 is no text to the key service, and a byte order mark stays', () => {
  const keys = openFileKeys(newPlace());
  const place = { purpose: 'deposit', index: 0 };
  const ask = (text: string) => answerQuestion(keys, JSON.stringify({ ask: 'sign-message', place, text }));
  for (const text of ['ff', 'c0af', 'eda080', '53FF', '5', '']) expect(ask(text)).toHaveProperty('refused');
  const [plain, marked] = [ask('53'), ask('efbbbf53')];
  expect(plain).toHaveProperty('answer');
  expect(marked).toEqual({ answer: keys.signMessage({ purpose: 'deposit', index: 0 }, '\ufeffS') });
});
