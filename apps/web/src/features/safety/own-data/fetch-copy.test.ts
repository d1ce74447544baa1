import { ORPCError } from '@orpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchCopy } from './fetch-copy.ts';

afterEach(() => vi.unstubAllGlobals());
/** What is thrown where the server answers so. */
async function refusedBy(body: string, status: number): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  return fetchCopy('t').catch((thrown: unknown) => thrown);
}

test('a refused copy is told as the server says it, with its facts', async () => {
  const refusal = await refusedBy('{"code":"LOGIN_EXPIRED","data":{"at":"login"}}', 401);
  expect(refusal).toBeInstanceOf(ORPCError);
  expect(refusal).toMatchObject({ code: 'LOGIN_EXPIRED', data: { at: 'login' } });
});

test('a refusal that is none of ours is no usable answer', async () => {
  for (const refusal of [await refusedBy('<h1>Bad gateway</h1>', 502), await refusedBy('{}', 500)]) {
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(ORPCError);
  }
});
