import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

// A test that expects an error line replaces `console.error` itself; whatever still arrives here was a surprise.
let unexpected: unknown[][];
let spy: MockInstance;

beforeEach(() => {
  unexpected = [];
  spy = vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void unexpected.push(line));
});

afterEach(() => {
  spy.mockRestore();
  expect(unexpected, 'unexpected console.error').toEqual([]);
});
