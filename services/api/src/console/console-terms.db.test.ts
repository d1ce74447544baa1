import { loadConfig } from '@tern/config/load-config';
import type { TermName } from '@tern/contracts/terms';
import { beginTerms } from '@tern/server/people/terms/public';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { termsOfSettings } from '../terms-settings.ts';
import { openBrowser, openTestApi, type TestApi } from '../testing/open-test-api.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: fees and limits are changed by two, announced where anybody reads it, and nothing worse comes without its notice.
let wallet: TestApi;
let console: TestConsole;
let [ada, ben, vera] = [] as unknown as [OperatorBrowser, OperatorBrowser, OperatorBrowser];
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  ada = await console.operator('ada', 'treasurer');
  ben = await console.operator('ben', 'administrator');
  vera = await console.operator('vera', 'viewer');
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});
afterEach(() => expect([...console.faults, ...wallet.faults]).toEqual([]));

const dayMs = 86_400_000;
type Typed = Partial<Record<TermName, string>>;
type Version = {
  version: number;
  decidedAt: string;
  effectiveAt: string;
  values: Record<TermName, string>;
  worse: TermName[];
};
type Log = { current: number; server: string; versions: Version[]; nextBefore: number | null };

/** As anybody reads it: no session, no cookie. */
const log = async (): Promise<Log> => (await openBrowser(wallet.app).get('/api/terms')).json<Log>();

async function propose(
  by: OperatorBrowser,
  values: Typed,
  more: { from?: string; after?: number } = {},
): Promise<string> {
  const after = more.after ?? (await log()).versions[0]?.version;
  const said = { content: { kind: 'terms', after, values, from: more.from ?? null }, note: 'The network is dearer' };
  const asked = await by.post('/changes/question', said);
  if (asked.statusCode !== 200) return outcomeOf(asked);
  return (await by.post('/changes', await by.sign('/changes/question', said))).json<{ id: string }>().id;
}
async function carryOut(by: OperatorBrowser, id: string): Promise<string> {
  const said = { id, decision: 'carry-out' };
  return outcomeOf(await by.post('/changes/decision', await by.sign('/changes/decision/question', said)));
}

test('O10 the first version is what the settings say; settings of later change nothing and are named', async () => {
  const later = termsOfSettings(loadConfig({ TERN_PROFILE: 'test', SWAP_FEE: '99', WITHDRAWAL_MAX: '10000' }));
  expect(await beginTerms(wallet.database.asApi, later)).toEqual(['withdrawalMax', 'swapFee']);
  const { current, versions, nextBefore } = await log();
  expect({ current, nextBefore }).toEqual({ current: 1, nextBefore: null });
  expect(versions).toHaveLength(1);
  expect(versions[0]).toMatchObject({
    worse: [],
    values: { withdrawalMinUsdt: '1000000', withdrawalMax: '20000000000', feeMarginPercent: '20', swapFee: '30' },
  });
});

test('O10 H07 a dearer fee is decided by two, published at once with its day, and in force no earlier', async () => {
  const soon = new Date(Date.now() + dayMs - 60_000).toISOString();
  expect(await propose(ada, { feeMaxUsdt: '7' }, { from: soon })).toBe('notice-too-short');
  const id = await propose(ada, { feeMaxUsdt: '7', swapFee: '0.35' });
  expect((await log()).versions).toHaveLength(1);
  expect(await carryOut(ada, id)).toBe('proposed-by-you');
  expect(outcomeOf(await vera.post('/changes/decision/question', { id, decision: 'carry-out' }))).toBe('ROLE_MISSING');
  expect(await carryOut(ben, id)).toBe('done');
  expect(await carryOut(ben, id)).toBe('not-proposed');

  const { current, versions } = await log();
  const [announced, inForce] = versions;
  expect(current).toBe(1);
  expect(announced).toMatchObject({
    version: 2,
    worse: ['feeMaxUsdt', 'swapFee'],
    values: { feeMaxUsdt: '7000000', swapFee: '35' },
  });
  expect(inForce?.values).toMatchObject({ feeMaxUsdt: '6000000', swapFee: '30' });
  const notice = Date.parse(announced?.effectiveAt ?? '') - Date.parse(announced?.decidedAt ?? '');
  expect(notice).toBe(dayMs);
  const shown = (await vera.get('/terms')).json<{ versions: object[]; ignoredSettings: string[] }>();
  expect(shown.versions[0]).toMatchObject({ proposedBy: 'ada', decidedBy: 'ben', note: 'The network is dearer' });
  expect(shown.ignoredSettings).toEqual([]);
});

test('H07 what was announced is not made worse by a later version that would come before it', async () => {
  const [announced] = (await log()).versions;
  // Better than announced, and never in force before it: people have known of no worse moment for a day.
  expect(await carryOut(ben, await propose(ada, { feeMaxUsdt: '6.5' }))).toBe('done');
  expect((await log()).versions[0]).toMatchObject({ version: 3, worse: [], effectiveAt: announced?.effectiveAt });
  const before = new Date(Date.parse(announced?.effectiveAt ?? '') - 1_000).toISOString();
  expect(await propose(ada, { feeMaxUsdt: '6' }, { from: before })).toBe('notice-too-short');
  const later = new Date(Date.now() + 9 * dayMs).toISOString();
  expect(await carryOut(ada, await propose(ben, { withdrawalMax: '15000' }, { from: later }))).toBe('done');
  expect((await log()).versions[0]).toMatchObject({ version: 4, worse: ['withdrawalMax'], effectiveAt: later });
  expect((await log()).current).toBe(1);
});

test('what contradicts itself, says nothing new, is no value or was overtaken is refused before anybody signs', async () => {
  expect(await propose(ada, { reviewFrom: '60000' })).toBe('terms-contradict');
  expect(await propose(ada, { withdrawalMinUsdt: '9' })).toBe('terms-contradict');
  // The bonus of 20 could not leave alone any more.
  expect(await propose(ada, { withdrawalMinReward: '10.1' })).toBe('terms-contradict');
  expect(await propose(ada, { swapSwapperShare: '60', swapPoolShare: '50' })).toBe('terms-contradict');
  expect(await propose(ada, { withdrawalMax: '15000' })).toBe('already-so');
  expect(await propose(ada, {})).toBe('already-so');
  expect(await propose(ada, { swapFee: '101' })).toBe('term-invalid');
  expect(await propose(ada, { feeMaxTrx: '1e3' })).toBe('term-invalid');
  expect(await propose(ada, { feeMaxTrx: '6' }, { after: 3 })).toBe('changed-meanwhile');
  expect(await propose(vera, { feeMaxTrx: '4' })).toBe('ROLE_MISSING');
  // Proposed for one version, decided after another: what was signed is not what would be decided.
  const id = await propose(ada, { feeMaxTrx: '4' });
  expect(await carryOut(ben, await propose(ada, { feeMaxTrx: '3' }))).toBe('done');
  expect(await carryOut(ben, id)).toBe('changed-meanwhile');
});
