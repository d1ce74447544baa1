import { lookup, type LookupAddress } from 'node:dns';
import { beforeEach, expect, test, vi } from 'vitest';
import { lookupPublic } from './lookup-public.ts';

// Goal: a connection goes to a public address or nowhere, whatever a name leads to meanwhile. Method: a resolver whose answers change
// from one question to the next, as that of somebody who wants us to ask inside would.

vi.mock('node:dns', () => ({ lookup: vi.fn() }));

/** What the resolver is asked next is answered with these, in turn. */
function answering(...turns: readonly (readonly string[])[]): void {
  const left = [...turns];
  vi.mocked(lookup).mockImplementation(((_host: string, _options: object, done: (...told: unknown[]) => void) => {
    const found: LookupAddress[] = (left.shift() ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    done(null, found);
  }) as unknown as typeof lookup);
}

const connect = (all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lookupPublic('hooks.example.com', { all }, (error, ...found) => (error === null ? resolve(found) : reject(error)));
  });

beforeEach(() => void vi.mocked(lookup).mockReset());

test.each([true, false])(
  'W19 the address that is judged is the one that is connected to: a name is asked for once',
  async (all) => {
    answering(['203.0.112.9'], ['127.0.0.1']);
    const address = { address: '203.0.112.9', family: 4 };
    expect(await connect(all)).toEqual(all ? [[address]] : [address.address, address.family]);
    expect(vi.mocked(lookup)).toHaveBeenCalledTimes(1);
  },
);

test.each([true, false])('W19 a name that led to a public address and leads inside now is not reached', async (all) => {
  answering(['203.0.112.9'], ['10.1.2.3']);
  await connect(all);
  await expect(connect(all)).rejects.toThrow('hooks.example.com has no public address');
});

test.each([true, false])('W19 of what a name leads to, only what is public is tried', async (all) => {
  answering(['127.0.0.1', '169.254.169.254', '::ffff:10.0.0.1', '2a00:1450::1', 'fd00::1']);
  const address = { address: '2a00:1450::1', family: 6 };
  expect(await connect(all)).toEqual(all ? [[address]] : [address.address, address.family]);
});

test('a resolver that fails is an error', async () => {
  vi.mocked(lookup).mockImplementation(((_host: string, _options: object, done: (...told: unknown[]) => void) =>
    done(new Error('ENOTFOUND'))) as unknown as typeof lookup);
  await expect(connect(true)).rejects.toThrow('ENOTFOUND');
});
