import type { RequestListener } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { broadcast } from './broadcast.ts';
import { NodeFault } from './node-fault.ts';
import { openNetworkNode, refuseOtherNetworks } from './open-network-node.ts';
import { openNode } from './open-node.ts';
import { serveOnce } from './testing/scripted-node.ts';

const answer =
  (status: number, text: string, type = 'application/json'): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(text);
  };

const hang: RequestListener = () => undefined;
const reset: RequestListener = (request) => void request.socket.destroy();
const truncate: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"result":tr');
  setImmediate(() => response.socket?.destroy());
};
const throttled = '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}';

/** Short where the time-out is what is tested; a busy machine answers late. */
const patience = (listener: RequestListener): number => (listener === hang ? 300 : 30_000);

async function ask(listener: RequestListener): Promise<unknown> {
  await using server = await serveOnce(listener);
  return await openNode({ url: server.url, timeoutMs: patience(listener) }).ask('/wallet/getnowblock', {});
}

describe('every way a node can fail has one name', () => {
  test.each<[string, RequestListener, string]>([
    ['no answer in time', hang, 'timeout'],
    ['a reset connection', reset, 'unavailable'],
    ['an answer cut short', truncate, 'unavailable'],
    ['an HTML page', answer(404, '<html>Not Found</html>', 'text/html'), 'unavailable'],
    ['an HTML page with status 200', answer(200, '<html></html>', 'text/html'), 'malformed'],
    ['status 503', answer(503, '{}'), 'unavailable'],
    ['status 403', answer(403, '{"Error":"forbidden"}'), 'unavailable'],
    ['status 429', answer(429, '{}'), 'throttled'],
    ['throttling as 200 with an Error', answer(200, throttled), 'throttled'],
    ['200 with an Error', answer(200, '{"Error":"class java.lang.NullPointerException : null"}'), 'refused'],
    ['truncated JSON', answer(200, '{"block'), 'malformed'],
    ['an empty body', answer(200, ''), 'malformed'],
    ['a redirect', answer(302, ''), 'unavailable'],
  ])('%s', async (_name, listener, kind) => {
    const fault = await ask(listener).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(NodeFault);
    expect((fault as NodeFault).kind).toBe(kind);
  });
});

test('a dead host is unavailable', async () => {
  const node = openNode({ url: 'http://127.0.0.1:1', timeoutMs: 30_000 });
  await expect(node.ask('/wallet/getnowblock', {})).rejects.toMatchObject({ kind: 'unavailable' });
});

test('whole numbers beyond 2^53 arrive exactly', async () => {
  expect(await ask(answer(200, '{"balance":9223372036854775807,"small":12,"part":0.5}'))).toEqual({
    balance: 9223372036854775807n,
    small: 12,
    part: 0.5,
  });
});

describe('M23 a broadcast answer is advice and never an exception', () => {
  const reply = (fields: object): RequestListener => answer(200, JSON.stringify(fields));
  test.each<[string, RequestListener, string, string]>([
    ['accepted', reply({ result: true, code: 'SUCCESS', txid: 'aa' }), 'accepted', 'SUCCESS'],
    ['accepted in the other shape', reply({ result: true, txid: 'aa' }), 'accepted', 'SUCCESS'],
    ...[
      'SIGERROR',
      'CONTRACT_VALIDATE_ERROR',
      'CONTRACT_EXE_ERROR',
      'BANDWITH_ERROR',
      'TAPOS_ERROR',
      'TOO_BIG_TRANSACTION_ERROR',
      'TRANSACTION_EXPIRATION_ERROR',
      'BLOCK_UNSOLIDIFIED',
      'NO_CONNECTION',
    ].map((code): [string, RequestListener, string, string] => [
      code,
      reply({ code, message: '6e6f' }),
      'refused',
      code,
    ]),
    ...['DUP_TRANSACTION_ERROR', 'SERVER_BUSY', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'OTHER_ERROR', 'A_NEW_CODE'].map(
      (code): [string, RequestListener, string, string] => [
        code,
        reply({ result: false, code, message: 'P2P broadcast failed.' }),
        'unknown',
        code,
      ],
    ),
    ['success without result', reply({ code: 'SUCCESS' }), 'unknown', 'SUCCESS'],
    ['nothing at all', reply({}), 'unknown', 'NO_CODE'],
    ['a list', answer(200, '[]'), 'unknown', 'malformed'],
    ['a code of another type', reply({ code: 7 }), 'unknown', 'malformed'],
    ['time-out', hang, 'unknown', 'timeout'],
    ['connection reset', reset, 'unknown', 'unavailable'],
    ['truncated JSON', truncate, 'unknown', 'unavailable'],
    ['status 413', answer(413, ''), 'unknown', 'unavailable'],
    ['status 503', answer(503, ''), 'unknown', 'unavailable'],
    ['HTML', answer(200, '<html>'), 'unknown', 'malformed'],
    ['throttling', answer(200, throttled), 'unknown', 'throttled'],
  ])('%s', async (_name, listener, outcome, code) => {
    await using server = await serveOnce(listener);
    const node = openNode({ url: server.url, timeoutMs: patience(listener) });
    expect(await broadcast(node, '00')).toMatchObject({ outcome, code });
  });

  test('it is sent once', async () => {
    let requests = 0;
    await using server = await serveOnce((request, response) => {
      requests += 1;
      reset(request, response);
    });
    await broadcast(openNode({ url: server.url, timeoutMs: 30_000 }), '00');
    expect(requests).toBe(1);
  });
});

test('each root is asked at its own address, with the key of this node in its own header', async () => {
  const asked: string[] = [];
  const note =
    (port: string): RequestListener =>
    (request, response) => {
      asked.push(`${port} ${request.url} ${request.headers['x-key']}`);
      response.end('{}');
    };
  await using full = await serveOnce(note('full'));
  await using solidity = await serveOnce(note('solidity'));
  const options = { url: full.url, timeoutMs: 30_000, apiKey: 'k', apiKeyHeader: 'X-Key' };
  const node = openNode({ ...options, solidityUrl: `${solidity.url}/` });
  await node.ask('/wallet/getnowblock', {});
  await node.ask('/walletsolidity/getnowblock', {});
  await openNode(options).ask('/walletsolidity/getnowblock', {});
  expect(asked).toEqual([
    'full /wallet/getnowblock k',
    'solidity /walletsolidity/getnowblock k',
    'full /walletsolidity/getnowblock k',
  ]);
});

describe('F-N7 a node that is opened for a network', () => {
  const blockOf = (number: number, id: string) => ({
    blockID: id,
    block_header: {
      raw_data: { ...(number > 0 ? { number } : {}), timestamp: 1_529_891_469_000, parentHash: '0'.repeat(64) },
    },
  });
  const genesisId = `${'0'.repeat(16)}${'ab'.repeat(24)}`;

  /** A node whose first block may become another one. */
  async function serve(first: string) {
    const asked: string[] = [];
    const shown = { first };
    const server = await serveOnce((request, response) => {
      asked.push(request.url ?? '');
      const body = request.url === '/wallet/getblock' ? blockOf(0, shown.first) : { balance: 1 };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    return { server, asked, shown, node: openNetworkNode({ url: server.url, timeoutMs: 30_000, genesisId }) };
  }

  test('is asked for its first block once, and then for everything else', async () => {
    const { server, asked, node } = await serve(genesisId);
    await Promise.all([1, 2, 3].map(() => node.ask('/wallet/getaccount', {})));
    await refuseOtherNetworks([node]);
    expect(asked.filter((path) => path === '/wallet/getaccount')).toHaveLength(3);
    expect(asked[0]).toBe('/wallet/getblock');
    expect(asked.slice(1, 4)).not.toContain('/wallet/getblock');
    await server[Symbol.asyncDispose]();
  });

  test('and follows another one is asked nothing else, and stops a start', async () => {
    const { server, asked, shown, node } = await serve(`${'0'.repeat(16)}${'cd'.repeat(24)}`);
    await expect(node.ask('/wallet/getaccount', {})).rejects.toMatchObject({ kind: 'other-network' });
    await expect(refuseOtherNetworks([node])).rejects.toThrow('its first block is 0000000000000000cdcd');
    expect(new Set(asked)).toEqual(new Set(['/wallet/getblock']));
    shown.first = genesisId;
    await expect(node.ask('/wallet/getaccount', {})).resolves.toEqual({ balance: 1 });
    await server[Symbol.asyncDispose]();
  });

  test('and is away stops no start', async () => {
    const node = openNetworkNode({ url: 'http://127.0.0.1:1', timeoutMs: 30_000, genesisId });
    await refuseOtherNetworks([node]);
    await expect(node.ask('/wallet/getaccount', {})).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('has to show it again after an hour', async () => {
    const { server, shown, node } = await serve(genesisId);
    await node.ask('/wallet/getaccount', {});
    shown.first = `${'0'.repeat(16)}${'cd'.repeat(24)}`;
    await node.ask('/wallet/getaccount', {});
    const now = performance.now();
    const later = vi.spyOn(performance, 'now').mockReturnValue(now + 3_600_001);
    try {
      await expect(node.ask('/wallet/getaccount', {})).rejects.toMatchObject({ kind: 'other-network' });
    } finally {
      later.mockRestore();
    }
    await server[Symbol.asyncDispose]();
  });
});
