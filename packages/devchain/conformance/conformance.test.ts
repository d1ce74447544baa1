import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromHex } from '../src/crypto/bytes.ts';
import { keyPairOf } from '../src/crypto/keys.ts';
import { walletTable } from '../src/http/table.ts';
import { startDevchain } from '../src/start-devchain.ts';
import type { Devchain, DevchainOptions } from '../src/start-devchain.ts';
import { prepareChain } from '../src/testing/prepare-chain.ts';
import { allChecks } from './all-checks.ts';
import { castOf } from './cast.ts';
import { NotOffered } from './check.ts';
import { fundedChecks } from './funded-checks.ts';
import { connectNode } from './node.ts';
import type { Node } from './node.ts';

const callsOff = 'this node does not support constant';

type Dress = {
  readonly title: string;
  readonly options: Partial<DevchainOptions>;
  /** Cases that such a node has nothing for, and its words. */
  readonly without: Readonly<Record<string, string>>;
};

const dresses: readonly Dress[] = [
  { title: 'on one port', options: {}, without: {} },
  { title: 'on the two ports of a stock node', options: { solidityPort: 0 }, without: {} },
  {
    title: 'on two ports, with all that the shipped configuration switches off',
    options: { solidityPort: 0, switchedOff: ['calls', 'estimates', 'internal'] },
    without: {
      'calling what is no contract is refused in the result, not by the status': callsOff,
      'triggerconstantcontract: the answer of a read and its energy, beside a call that is not to be sent': callsOff,
      'triggerconstantcontract: a function that is not there reverts, which the transaction tells': callsOff,
      'estimateenergy: at least what the call uses': 'this node does not support estimate energy',
    },
  },
];

describe.each(dresses)('$title, the devchain behaves as a Tron node does', ({ options, without }) => {
  let chain: Devchain;
  let node: Node;
  const asked = new Set<string>();

  beforeAll(async () => {
    chain = await startDevchain({
      port: 0,
      seed: 'conformance',
      mining: { mode: 'interval', blockMs: 200 },
      ...options,
    });
    await prepareChain(chain, Date.now());
    node = recorded(connectNode({ url: chain.url, solidityUrl: chain.solidityUrl }), asked);
    await castOf(node);
  });

  afterAll(() => chain.close());

  beforeEach(() => asked.clear());

  test.each(allChecks)('$name', async ({ name, paths, run }) => {
    expect(await runOffered(() => run(node))).toBe(without[name]);
    if (without[name] === undefined) expect(paths.filter((path) => !asked.has(path))).toEqual([]);
  });

  test.each(fundedChecks)('$name', async ({ paths, run }) => {
    await run(node, keyPairOf(fromHex(chain.keys.treasury)));
    expect(paths.filter((path) => !asked.has(path))).toEqual([]);
  });
});

test('every path that the devchain serves has a case, and every case is about paths that it serves', () => {
  const covered = new Set([...allChecks, ...fundedChecks].flatMap(({ paths }) => paths));
  expect([...walletTable.keys()].filter((path) => !covered.has(path))).toEqual([]);
  expect([...covered].filter((path) => !walletTable.has(path))).toEqual([]);
});

test('no two cases have one name, and each says where it comes from', () => {
  const cases = [...allChecks, ...fundedChecks];
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.filter(({ page }) => !/^(java-tron \w|\.\.\/http \(|[a-z0-9-]+(\/\w+)?$)/.test(page))).toEqual([]);
});

/** Notes the paths that are asked. */
function recorded(node: Node, asked: Set<string>): Node {
  const note = (path: string): string => {
    asked.add(path.split('?')[0] ?? path);
    return path;
  };
  return {
    post: (path, body) => node.post(note(path), body),
    get: (path) => node.get(note(path)),
    status: (path) => node.status(note(path)),
  };
}

/** Why the node has nothing for a case; `undefined` where it was carried out. */
async function runOffered(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof NotOffered) return error.message;
    throw error;
  }
}
