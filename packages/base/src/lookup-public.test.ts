import { expect, test, vi } from 'vitest';
import { lookupPublicWith, type Resolver } from './lookup-public.ts';

// Goal: a connection goes to a public address or nowhere, whatever a name leads to meanwhile. Method: a resolver whose answers change
// from one question to the next, as that of somebody who wants us to ask inside would.

/** A resolver that answers one question after the other with these. */
function answering(...turns: readonly (readonly string[])[]) {
  const left = [...turns];
  return vi.fn<Resolver>((_host, _options, done) =>
    done(
      null,
      (left.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
}

const connect = (resolver: Resolver, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lookupPublicWith(resolver)('hooks.example.com', { all }, (error, ...found) =>
      error === null ? resolve(found) : reject(error),
    );
  });

test.each([true, false])(
  'W19 the address that is judged is the one that is connected to: a name is asked for once',
  async (all) => {
    const resolver = answering(['203.0.112.9'], ['127.0.0.1']);
    const address = { address: '203.0.112.9', family: 4 };
    expect(await connect(resolver, all)).toEqual(all ? [[address]] : [address.address, address.family]);
    expect(resolver).toHaveBeenCalledTimes(1);
  },
);

test.each([true, false])('W19 a name that led to a public address and leads inside now is not reached', async (all) => {
  const resolver = answering(['203.0.112.9'], ['10.1.2.3']);
  await connect(resolver, all);
  await expect(connect(resolver, all)).rejects.toThrow('hooks.example.com has no public address');
});

test.each([true, false])('W19 of what a name leads to, only what is public is tried', async (all) => {
  const resolver = answering(['127.0.0.1', '169.254.169.254', '::ffff:10.0.0.1', '2a00:1450::1', 'fd00::1']);
  const address = { address: '2a00:1450::1', family: 6 };
  expect(await connect(resolver, all)).toEqual(all ? [[address]] : [address.address, address.family]);
});

test('a resolver that fails is an error', async () => {
  await expect(connect((_host, _options, done) => done(new Error('ENOTFOUND'), []), true)).rejects.toThrow('ENOTFOUND');
});
