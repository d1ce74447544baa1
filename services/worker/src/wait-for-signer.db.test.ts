import { systemClock, type Clock } from '@tern/base/clock';
import { startTestSigner, type TestSigner } from '@tern/testkit/start-test-signer';
import { findAddressFromHex, type TronAddress } from '@tern/tron/address';
import { openSigner } from '@tern/tron/signer-client';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWorkerHealth } from './serve-worker-health.ts';
import { waitForHotAddress } from './wait-for-signer.ts';

const address = (digit: string): TronAddress => findAddressFromHex(digit.repeat(40)) as TronAddress;
let real: TestSigner;
beforeAll(async () => {
  real = await startTestSigner({ usdt: address('5'), reward: address('6') });
});
afterAll(() => real.stop());

test.each([45, -45])(
  'F-C1 a worker whose clock is %d s off the signer’s waits, says so, and goes on once it is right',
  async (seconds) => {
    // It runs along, only wrongly: what the test itself takes changes nothing about the difference.
    let offsetMs = seconds * 1_000;
    const nowMs = () => systemClock.nowMs() + offsetMs;
    const clock: Clock = { nowMs, now: () => new Date(nowMs()) };
    const signer = openSigner({ socketPath: real.socketPath, secret: real.secret, clock, timeoutMs: 5_000 });
    const { signal } = new AbortController();
    let waitingFor: string | undefined;
    const health = await serveWorkerHealth({
      host: '127.0.0.1',
      token: undefined,
      findHindrances: () => Promise.resolve([]),
      port: 0,
      states: () => [],
      broken: () => [],
      waitingFor: () => waitingFor,
      metrics: () => Promise.resolve(''),
    });
    const said: string[] = [];
    const askHealth = async () => {
      const response = await fetch(`http://127.0.0.1:${health.port}/`);
      return { status: response.status, ...((await response.json()) as object) };
    };
    const askedMs = performance.now();
    const told = Promise.withResolvers<void>();
    const found = waitForHotAddress(signer, {
      signal,
      onSilence: () => expect.unreachable(),
      onRefusal: (wrong) => {
        said.push(wrong);
        waitingFor = wrong;
        told.resolve();
      },
    });
    await told.promise;
    const differ = Number(/not of now: the clocks differ by (-?\d+) s$/.exec(said.join('\n'))?.[1]);
    // The question carries the time it was asked at, and the way takes what it takes.
    expect(differ).toBeLessThanOrEqual(seconds);
    expect(differ).toBeGreaterThanOrEqual(seconds - Math.ceil((performance.now() - askedMs) / 1_000));
    expect(said).toHaveLength(1);
    expect(await askHealth()).toMatchObject({ status: 503, ok: false, waitingFor: said[0] });
    offsetMs = 0;
    expect(await found).toBe(await real.client.getHotAddress());
    waitingFor = undefined;
    expect(await askHealth()).toMatchObject({ status: 200, ok: true });
    expect(said).toHaveLength(1);
    await health.close();
  },
);

test('a signer that is not there is waited for and told once, and its silence is no refusal', async () => {
  let tries = 0;
  const slow = {
    getHotAddress: async () => {
      tries += 1;
      if (tries < 3) throw new SignerUnavailable('not there yet');
      return address('7');
    },
  };
  const { signal } = new AbortController();
  const faults: string[] = [];
  const wait = { signal, onSilence: (fault: string) => void faults.push(fault), onRefusal: () => expect.unreachable() };
  expect(await waitForHotAddress(slow, wait)).toBe(address('7'));
  expect([tries, faults]).toEqual([3, ['not there yet']]);
});
