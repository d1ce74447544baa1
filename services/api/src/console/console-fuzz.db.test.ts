import { consoleContract } from '@tern/contracts/console-contract';
import { operatorRoles } from '@tern/contracts/routes/console-access';
import { bookHouseMoney } from '@tern/ledger/test-house-money';
import { listBreaches } from '@tern/testkit/list-breaches';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type TestApi } from '../testing/open-test-api.ts';
import { anyBody, type AnyText } from './testing/any-body.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: with every right operators have, and two of each role who sign whatever they are asked, nobody's balance can be set.
// Method: calls of every route, most of them of the shape the contract wants, with the ids that earlier answers gave; several
// at once. A campaign sets CONSOLE_FUZZ_RUNS and reads what it was from the last line; CONSOLE_FUZZ_SEED repeats it.

const runs = Number(process.env['CONSOLE_FUZZ_RUNS'] ?? 240);
const seed = Number(process.env['CONSOLE_FUZZ_SEED'] ?? Date.now() % 2_147_483_647);
const inFlight = 8;

let wallet: TestApi;
let console: TestConsole;
/** Who and what there is from the beginning. */
let knownTexts: string[] = [];
const operators: OperatorBrowser[] = [];
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  for (const role of operatorRoles) {
    for (const each of ['one', 'two']) operators.push(await console.operator(`${role}-${each}`, role));
  }
  await bookHouseMoney(wallet.database.asWorker, 'reward', 1_000n * 10n ** 18n);
  const { publicId } = await registerByMail(wallet, openBrowser(wallet.app), 'mara@example.org');
  const { rows } = await sql<{ id: string; address: string }>`
    SELECT person_id AS id, address FROM wallets`.execute(wallet.database.db.kysely);
  knownTexts = [String(publicId), ...rows.flatMap(({ id, address }) => [id, address])];
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});

type Described = {
  readonly '~orpc': {
    readonly route: { readonly method?: string; readonly path?: string };
    readonly inputSchema?: { readonly shape?: Readonly<Record<string, unknown>> };
  };
};

type Route = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly input: unknown;
  /** Where the words of a signed decision are asked for. */
  readonly question: string | undefined;
};

/** All but those that would end a session or are public. A signed decision stands right behind its question. */
const routes = Object.entries(consoleContract as unknown as Record<string, Record<string, Described>>).flatMap(
  ([area, slice]) => {
    const described = Object.entries(slice);
    return described.flatMap(([name, each], at): Route[] => {
      if (['signOut', 'signIn', 'beginSignIn', 'beginEnrolment', 'finishEnrolment'].includes(name)) return [];
      const { route, inputSchema } = each['~orpc'];
      const { method = 'GET', path = '' } = route;
      const said = inputSchema?.shape?.['proof'] === undefined ? undefined : inputSchema.shape['said'];
      const question = said === undefined ? undefined : described[at - 1]?.[1]['~orpc'].route.path;
      return [{ name: `${area}.${name}`, method, path, input: said ?? inputSchema, question }];
    });
  },
);

/** The log grows with every call: to read all of it each time would be most of the work. */
const drawn = routes.flatMap((route) =>
  Array.from({ length: /verifyLog|exportLog/.test(route.name) ? 1 : 10 }, () => route),
);

/** What an answer has named, the latest first. */
const answered = fc.nat(20).map((back) => `@${back}`);
const amounts = fc.constantFrom('1', '12.5', '250', '0', '-5', '1e3', '9'.repeat(60));
/** Mostly what fits a field of this name, and else what fits nothing. */
const text: AnyText = (field) => {
  const known = fc.constantFrom(...knownTexts);
  const others = fc.oneof(known, answered, amounts, fc.uuid(), fc.string({ maxLength: 40 }));
  const mostly = (fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: others });
  if (/^(id|digest)$/.test(field)) return mostly(fc.oneof(answered, known));
  if (/amount|reward/i.test(field)) return mostly(amounts);
  if (/address|search|publicIds/.test(field)) return mostly(known);
  if (field.endsWith('At')) return mostly(fc.constantFrom('2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'));
  return mostly(fc.constant('Seen and checked'));
};
const fields = ['id', 'amount', 'balance', 'to', 'said', 'proof', 'role', 'terms'] as const;
const noise = fc.constantFrom(...fields).chain((field) => fc.dictionary(fc.constantFrom(...fields), text(field)));

/** What answers named, so that later calls are about something there is. */
const learned: string[] = [];
function learn(answer: string): void {
  for (const [, named = ''] of answer.matchAll(/"(?:id|digest)":"([^"]{8,64})"/g)) {
    if (!learned.slice(-20).includes(named)) learned.push(named);
  }
  learned.splice(0, learned.length - 200);
}

function resolve(sent: unknown): unknown {
  if (typeof sent === 'string') return /^@\d+$/.test(sent) ? (learned.at(-1 - Number(sent.slice(1))) ?? sent) : sent;
  if (Array.isArray(sent)) return sent.map(resolve);
  if (typeof sent !== 'object' || sent === null) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, resolve(value)]));
}

const answers: Record<string, number> = {};
const done = new Set<string>();

async function call(who: OperatorBrowser, { name, method, path, question }: Route, sent: unknown): Promise<void> {
  const given = resolve(sent);
  const fields = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const at = path.replace(/\{([^}]+)\}/g, (_, field: string) => encodeURIComponent(String(fields[field] ?? 'x')));
  const query = new URLSearchParams(
    Object.entries(fields).map(([field, value]): [string, string] => [field, String(value)]),
  );
  const answer =
    method === 'GET'
      ? await who.get(`${at}?${query}`)
      : await who.post(at, question === undefined ? given : await who.sign(question, given).catch(() => given));
  answers[answer.statusCode] = (answers[answer.statusCode] ?? 0) + 1;
  if (answer.statusCode === 200) done.add(name);
  expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500);
  learn(answer.body);
}

test(
  'O04 whatever operators of any role send to any route and sign, no customer is given money and the books agree',
  async () => {
    const bodies = drawn.map(({ input }) =>
      fc.oneof({ weight: 9, arbitrary: anyBody(input, text) }, { weight: 1, arbitrary: noise }),
    );
    const one = fc
      .tuple(fc.nat(operators.length - 1), fc.nat(drawn.length - 1))
      .chain(([who, where]) => fc.tuple(fc.constant(who), fc.constant(where), bodies[where] ?? noise));
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: inFlight, maxLength: inFlight }), async (calls) => {
        await Promise.all(
          calls.map(async ([who, where, sent]) => {
            const [operator, route] = [operators[who], drawn[where]];
            if (operator === undefined || route === undefined) throw new Error('nobody, nowhere');
            await call(operator, route, sent);
          }),
        );
      }),
      { numRuns: Math.ceil(runs / inFlight), seed, endOnFailure: true },
    );
    const { rows } = await sql<{ customers: string; posted: string }>`
      SELECT (SELECT coalesce(sum(posted), 0)::text FROM ledger.accounts WHERE class = 'customer') AS customers,
             (SELECT coalesce(sum(abs(posted)), 0)::text FROM ledger.accounts WHERE asset <> 'reward') AS posted`.execute(
      wallet.database.db.kysely,
    );
    expect(rows[0]).toEqual({ customers: '0', posted: '0' });
    expect(await listBreaches(wallet.database.db, { invented: [] })).toEqual([]);
    expect(console.faults).toEqual([]);
    expect(done.size, 'routes that did something').toBeGreaterThan(5);
    if (process.env['CONSOLE_FUZZ_RUNS'] !== undefined) {
      const told = { calls: runs, seed, answers, routes: routes.length, done: [...done].toSorted() };
      process.stdout.write(`${JSON.stringify(told)}\n`);
    }
  },
  60_000 + runs * 40,
);
