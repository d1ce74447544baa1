import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenInitialized } from './when-initialized.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openRouter() {
  const listeners = new Set<(state: { initialized: boolean }) => void>();
  const state = { initialized: false };
  const change = (initialized: boolean) => {
    state.initialized = initialized;
    for (const changed of listeners) changed(state);
  };
  const subscribe = (changed: (state: { initialized: boolean }) => void) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  };
  return { state, subscribe, change, listeners };
}

test('waits until the router knows what it shows, and not for other changes', async () => {
  const router = openRouter();
  let isOver = false;
  const waiting = whenInitialized(router, 500).then(() => (isOver = true));
  router.change(false);
  await Promise.resolve();
  expect(isOver).toBe(false);
  router.change(true);
  await waiting;
  expect(router.listeners.size).toBe(0);
  await whenInitialized(router, 500);
});

test('waits no longer than it may', async () => {
  const router = openRouter();
  const waiting = whenInitialized(router, 500);
  vi.advanceTimersByTime(500);
  await waiting;
  expect(router.listeners.size).toBe(0);
});
