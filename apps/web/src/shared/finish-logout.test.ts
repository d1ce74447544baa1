import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finishLogout } from './finish-logout.ts';
import { pendingLogoutKey } from './pending-logout-key.ts';

// Goal: whoever logged out is logged out, however long nobody answers, and nobody is kept out by it. Method: the server's answers one
// after the other, in a browser with and without locks between its tabs; the pauses by a clock of the test.
const kept = new Map<string, string>();
const call = vi.fn<() => Promise<unknown>>();
const link = { call } as never;
const isPending = () => kept.has(pendingLogoutKey);
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers();
  kept.set(pendingLogoutKey, 'yes');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
});
afterEach(async () => {
  // What still tries again finds nothing to do.
  kept.clear();
  await vi.runAllTimersAsync();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  call.mockReset();
});

const withLocks = { locks: { request: (_name: string, _options: object, work: () => Promise<void>) => work() } };

test.each([
  ['with locks', withLocks],
  ['at an address without https, where there are none', {}],
])('ends the session once for all who wait: %s', async (_where, navigator) => {
  vi.stubGlobal('navigator', navigator);
  call.mockResolvedValue({});
  await Promise.all([finishLogout(link), finishLogout(link)]);
  expect(call).toHaveBeenCalledExactlyOnceWith(['identity', 'logout'], {}, { context: {} });
  expect(isPending()).toBe(false);
  await finishLogout(link);
  expect(call).toHaveBeenCalledTimes(1);
});

test('a session that has ended already is as good', async () => {
  vi.stubGlobal('navigator', withLocks);
  call.mockRejectedValue(new ORPCError('LOGIN_EXPIRED'));
  await finishLogout(link);
  expect(isPending()).toBe(false);
});

test('where nobody answers all who wait are told, and it is tried again by itself until somebody does', async () => {
  vi.stubGlobal('navigator', withLocks);
  call.mockImplementation(noAnswer);
  const [first, second] = await Promise.allSettled([finishLogout(link), finishLogout(link)]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(call).toHaveBeenCalledTimes(1);
  expect(isPending()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call.mock.calls.length).toBeGreaterThanOrEqual(2);
  call.mockResolvedValue({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isPending()).toBe(false);
  const { length } = call.mock.calls;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(call).toHaveBeenCalledTimes(length);
});
