import { expect, test, vi } from 'vitest';
import { keepLast } from './keep-last.ts';

const away = Object.assign(new Error('the leader is gone'), { code: '57P01' });

test('CL3 while the database is away what was read last is given; another fault and a first one are not hidden', async () => {
  const answers: (number | Error)[] = [away, 1, away, new Error('a fault of ours'), 2];
  const read = keepLast(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? 0;
  });
  await expect(read()).rejects.toThrow('the leader is gone');
  expect(await read()).toBe(1);
  expect(await read()).toBe(1);
  await expect(read()).rejects.toThrow('a fault of ours');
  expect(await read()).toBe(2);
});

test('CL3 a database that does not answer keeps nobody waiting for more than a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    let reads = 0;
    const read = keepLast(async () => {
      reads += 1;
      return reads === 1 ? 'first' : await new Promise<string>(() => undefined);
    });
    expect(await read()).toBe('first');
    const asked = read();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asked).toBe('first');
  } finally {
    vi.useRealTimers();
  }
});
