import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import type { DepositCaseView, ScreeningCaseView } from '@tern/contracts/routes/console-screening';
import type { RecordDetailView, RecordStatus } from '@tern/contracts/routes/records';
import type { OperatorDesk } from '@tern/testkit/operator-desk';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freePorts } from '@tern/testkit/system/free-ports';
import { freshAddress, solidBalance, type OutsideWallet } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { makeTemporaryFolder } from '@tern/testkit/temporary-folder';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: the running api and worker ask the screening service and tell the webhook receiver, as a stranger tries both. Method: the
// whole system beside `npm run outside`, which is told what to do on its command line, over real HTTP.
const usdt = 1_000_000n;
const closedFrom = 50n;
const root = fileURLToPath(new URL('../..', import.meta.url));
let outside: Outside;
let system: System;
let ana: Person;
let payer: OutsideWallet;
let desk: OperatorDesk;
let ada: OperatorDesk;
let ben: OperatorDesk;

type Outside = {
  readonly settings: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
  /** Types a line, and resolves once it is done. */
  readonly type: (line: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** `npm run outside` in a folder of its own. */
async function startOutside(): Promise<Outside> {
  const folder = await makeTemporaryFolder('tern-outside-');
  const [webhooks, screening] = await freePorts(2);
  const secretFile = join(folder, 'screening-secret');
  const child: ChildProcess = spawn(
    process.execPath,
    [join(root, 'tests/outside/run-outside.ts'), `--webhook-port=${webhooks}`, `--screening-port=${screening}`],
    {
      env: { ...process.env, DATA_DIR: folder, SCREENING_SECRET_FILE: secretFile },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines: string[] = [];
  if (child.stdout === null) throw new Error('no output');
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await until('both services', () => lines.some((line) => line.startsWith('Commands')));
  const named = lines.map((line) => /^ {2}([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? []).filter(([name]) => name);
  return {
    settings: { ...Object.fromEntries(named), SCREENING_SECRET_FILE: secretFile },
    lines,
    type: async (line) => {
      const before = lines.length;
      child.stdin?.write(`${line}\n`);
      await until(`"${line}" is done`, () => lines.slice(before).some((said) => said.startsWith('done: ')));
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  };
}

beforeAll(async () => {
  outside = await startOutside();
  const settings = { ...outside.settings, SCREENING_TIMEOUT_MS: '500' };
  system = await startSystem({ blocks: 'on-demand', settings });
  ana = await system.register('email');
  await ana.setFactors();
  let ready = false;
  const opening = system.openOutsideWallet({ trx: 10_000_000_000n, usdt: 5_000n * usdt }).finally(() => (ready = true));
  await mineUntil(system.chain, 'an outside wallet', async () => ready);
  payer = await opening;
  desk = await system.desk('rita', 'reviewer');
  [ada, ben] = [await system.desk('ada', 'administrator'), await system.desk('ben', 'administrator')];
  await decideRule(noRule, { ...noRule, closedFrom: String(closedFrom) });
});
afterAll(async () => {
  await system.stop();
  await outside.stop();
});

const noRule = { sends: true, deposits: true, closedFrom: '0' };
let version = 0;
/** Has one administrator propose the next rule of the screening service, and the other put it in force. */
async function decideRule(from: typeof noRule, to: typeof noRule): Promise<void> {
  await decideChange({ kind: 'screening-rule', after: version, from, to });
  version += 1;
}
async function decideChange(content: object): Promise<unknown> {
  const proposed = await ada.decide('/changes/question', '/changes', { content, note: 'For this test' });
  const { id } = proposed.body as { readonly id: string };
  const decided = await ben.decide('/changes/decision/question', '/changes/decision', { id, decision: 'carry-out' });
  expect(decided.outcome).toBe('done');
  return decided.body;
}

/** What it was asked about an address, and what it said. */
const asked = (address: string): readonly string[] =>
  outside.lines
    .filter((line) => line.startsWith('screening: ') && line.includes(address))
    .map((line) => line.replace(/^screening: (\S+) \S+ (\d+) (\S+): /, '$1 $2 $3: '));

/** Pays in; resolves with the record once it is in one of these states. */
async function payIn(from: OutsideWallet, whole: bigint, ...states: RecordStatus[]): Promise<RecordDetailView> {
  await from.pay(ana.wallet.address, 'usdt', whole * usdt);
  return await mineUntil(system.chain, `a deposit that is ${states.join(' or ')}`, async () => {
    const found = (await ana.records()).find(({ type, amount }) => type === 'incoming' && amount === `${whole * usdt}`);
    return found !== undefined && states.includes(found.status) && (await ana.record(found.id));
  });
}

const ends = (id: string): Promise<RecordDetailView> =>
  mineUntil(system.chain, 'the end of a transfer', async () => {
    await system.skipWaits();
    const record = await ana.record(id);
    return record.status === 'success' && record;
  });

async function openCases(): Promise<readonly ScreeningCaseView[]> {
  return ((await desk.get('/screening/open')).body as { readonly cases: readonly ScreeningCaseView[] }).cases;
}
async function caseOf(address: string): Promise<ScreeningCaseView> {
  const found = (await openCases()).find((each) => each.address === address);
  if (found === undefined) throw new Error(`no case about ${address}`);
  return found;
}

test('the worker asks about a deposit, and it is free once nothing speaks against its sender', async () => {
  await payIn(payer, 1_000n, 'success');
  expect(asked(payer.address)).toEqual(['deposit.screen 1000000000 usdt: clear']);
  expect(await ana.available('usdt')).toBe(1_000n * usdt);
});

test('a deposit is held while the service is silent, and the worker frees it when it answers', async () => {
  await outside.type('silent');
  const held = await payIn(payer, 60n, 'pending-review');
  await until('a question without an answer', () => asked(payer.address).some((line) => line.includes('60000000')));
  expect(await ana.available('usdt')).toBe(1_000n * usdt);
  expect(await openCases()).toEqual([]);
  await outside.type('answer');
  await until('the credit is free', async () => {
    // Twenty seconds between two questions.
    await sql`UPDATE deposit_checks SET due_at = clock_timestamp() WHERE due_at > clock_timestamp()`.execute(
      system.db.kysely,
    );
    return (await ana.record(held.id)).status === 'success';
  });
  expect(asked(payer.address).at(-1)).toBe('deposit.screen 60000000 usdt: clear');
  expect(await ana.available('usdt')).toBe(1_060n * usdt);
});

test('a small deposit without an answer is free', async () => {
  await outside.type('silent');
  await payIn(payer, closedFrom - 1n, 'success');
  expect(asked(payer.address).at(-1)).toContain('deposit.screen 49000000 usdt: ');
  await outside.type('answer');
});

test('a deposit of a flagged sender is held until an operator, who reads why, releases it', async () => {
  await outside.type(`flag ${payer.address} Reported by two victims`);
  const before = await ana.available('usdt');
  const record = await payIn(payer, 45n, 'pending-review');
  const { id } = await until('a case', () => caseOf(payer.address));
  const shown = (await desk.get(`/screening/deposits/${id}`)).body as DepositCaseView;
  const evidence = { service: 'hit', reason: 'suspected-fraud', detail: 'Reported by two victims', reference: null };
  expect(shown).toMatchObject({ publicId: expect.any(String), reason: 'suspected-fraud', evidence: [evidence] });
  expect(await ana.available('usdt')).toBe(before);
  const release = { id, note: 'Asked by mail' };
  expect((await desk.decide('/screening/question', '/screening/release', release)).outcome).toBe('done');
  await ana.waitFor(record.id, 'success');
  expect(await ana.available('usdt')).toBe(before + 45n * usdt);
  await outside.type(`clear ${payer.address}`);
});

test('the api asks about a receiver: a clean one is paid, a flagged one waits with what was found', async () => {
  const [clean, flagged] = [freshAddress(), freshAddress()];
  await outside.type(`flag ${flagged} Case 7 of the police`);
  const paid = await ana.send({ to: clean, assetId: 'usdt', amount: '60' });
  await ends(paid.id);
  expect(await solidBalance(system, clean, 'usdt')).toBe(60n * usdt);
  expect(asked(clean)).toEqual(['send.screen 60000000 usdt: clear']);

  const waiting = await ana.send({ to: flagged, assetId: 'usdt', amount: '2' });
  expect(waiting.status).toBe('pending-review');
  expect(asked(flagged)).toEqual(['send.screen 2000000 usdt: hit']);
  const { id } = await caseOf(flagged);
  const review = (await desk.get(`/reviews/${id}`)).body as ReviewCaseView;
  expect(review.screening).toMatchObject({
    reason: 'suspected-fraud',
    evidence: [{ service: 'hit', detail: 'Case 7 of the police' }],
  });
  expect((await desk.approve(id)).outcome).toBe('approved');
  await ends(waiting.id);
  expect(await solidBalance(system, flagged, 'usdt')).toBe(2n * usdt);
});

test('without an answer a transfer from the amount of the rule on is held, and a smaller one is paid', async () => {
  await outside.type('silent');
  const [large, small] = [freshAddress(), freshAddress()];
  const held = await ana.send({ to: large, assetId: 'usdt', amount: String(closedFrom) });
  expect(held.status).toBe('pending-review');
  expect(await caseOf(large)).toMatchObject({ reason: 'security', evidence: [{ service: 'no-answer' }] });
  const paid = await ana.send({ to: small, assetId: 'usdt', amount: '49.99' });
  await ends(paid.id);
  expect(asked(small)).toHaveLength(1);
  await outside.type('answer');
  expect((await desk.reject((await caseOf(large)).id)).outcome).toBe('rejected');
  await ana.waitFor(held.id, 'review-rejected');
});

test('two administrators change the rule, and the next transfer and the next deposit obey it', async () => {
  const before = { ...noRule, closedFrom: String(closedFrom) };
  await decideRule(before, { sends: false, deposits: false, closedFrom: '0' });
  await outside.type('silent');
  const to = freshAddress();
  const paid = await ana.send({ to, assetId: 'usdt', amount: String(closedFrom) });
  await ends(paid.id);
  expect(asked(to)).toEqual([]);
  const questions = asked(payer.address).length;
  await payIn(payer, closedFrom + 7n, 'success');
  expect(asked(payer.address)).toHaveLength(questions);
  await decideRule({ sends: false, deposits: false, closedFrom: '0' }, noRule);
  const held = await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '2' });
  expect(held.status).toBe('pending-review');
  await outside.type('answer');
  expect((await desk.reject((await openCases())[0]?.id ?? '')).outcome).toBe('rejected');
  await ana.waitFor(held.id, 'review-rejected');
});

test('the worker tells the webhook that two administrators opened, in order and signed', async () => {
  const url = `${outside.settings['WEBHOOK_HOSTS']}/hooks`;
  const content = { kind: 'webhook-open', name: 'Books', url, kinds: ['deposits'] };
  await outside.type(((await decideChange(content)) as { readonly secret: string }).secret);
  await outside.type('refuse');
  const { id: record } = await payIn(payer, 33n, 'success');
  const told = () =>
    outside.lines
      .filter((line) => line.startsWith('webhooks: ') && line.includes(record))
      .map((line) => line.split(' ')[1]);
  await until('a refused event', () => told().length > 0);
  expect(new Set(told())).toEqual(new Set(['deposit.confirming']));
  await outside.type('accept');
  await until('the events', async () => {
    // A try that failed rests for seconds.
    await sql`UPDATE webhook_deliveries SET next_try_at = now() WHERE state = 'waiting'`.execute(system.db.kysely);
    return told().includes('deposit.success');
  });
  expect([...new Set(told())]).toEqual(['deposit.confirming', 'deposit.pending-review', 'deposit.success']);
  expect(outside.lines.filter((line) => line.includes('refused'))).toEqual([]);
});

test('I01–I10 I22 nothing contradicts itself or the chain afterwards', async () => {
  expect(await system.findContradictions()).toEqual([]);
});

test('beside a production installation the command is refused before it makes a secret', async () => {
  const folder = await makeTemporaryFolder('tern-outside-');
  const env = { ...process.env, TERN_PROFILE: 'production', DATA_DIR: join(folder, 'data') };
  const refused = spawnSync(process.execPath, [join(root, 'tests/outside/run-outside.ts')], { env, encoding: 'utf8' });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('refused in the production profile');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
