import { newId, type PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { getDefaultWallet } from '@tern/server/people/wallets/public';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type TestApi } from '../testing/open-test-api.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: who lost every factor is helped by two operators, and neither of them is near to the account.
let wallet: TestApi;
let console: TestConsole;
let [rita, rolf] = [] as unknown as [OperatorBrowser, OperatorBrowser];
let personId: PersonId;
beforeAll(async () => {
  wallet = await openTestApi();
  console = await openTestConsole(wallet.database);
  [rita, rolf] = [await console.operator('rita', 'reviewer'), await console.operator('rolf', 'administrator')];
  await registerByMail(wallet, openBrowser(wallet.app), 'mara@example.org');
  const { rows } = await sql<{ id: PersonId }>`SELECT id FROM people`.execute(wallet.database.db.kysely);
  personId = rows[0]?.id as PersonId;
});
afterAll(async () => {
  await console.close();
  await wallet.close();
});
afterEach(() => expect(console.faults).toEqual([]));

test('O12 O02 a reset needs two different operators, none of whom has declared the account, and each has one word', async () => {
  const id = newId();
  await sql`
    INSERT INTO factor_resets (id, person_id, started_at, ready_at, told_at)
    VALUES (${id}, ${personId}, now() - interval '8 days', now() - interval '1 day', now())`.execute(
    wallet.database.db.kysely,
  );
  const decide = async (by: OperatorBrowser) => {
    const said = { id, decision: 'approve', note: 'Passport and a call' };
    const answer = await by.post('/resolutions/reset', await by.sign('/resolutions/reset/question', said));
    const { outcome, data } = answer.json<{ outcome?: string; data?: { reason: string } }>();
    return outcome ?? data?.reason;
  };
  const { asWorker, db } = wallet.database;
  await transact(asWorker, async (tx) => {
    const { id: walletId } = await getDefaultWallet(tx, personId);
    const debit = await houseAccount(tx, 'custody:deposit', 'usdt');
    const credit = await openCustomerAccount(tx, { personId, walletId, asset: 'usdt' });
    const leg = { debit, credit, asset: 'usdt', amount: units(46_000_000_000n), code: 'deposit' } as const;
    await postJournal(tx, { key: `test:${id}`, kind: 'deposit', legs: [leg] });
  });
  await sql`
    INSERT INTO security_events (id, person_id, kind, at)
    VALUES (gen_random_uuid(), ${personId}, 'contact-changed', now() - interval '2 days')`.execute(db.kysely);
  // What hangs on it stands beside it.
  expect((await rita.get('/resolutions')).json()).toMatchObject({
    resets: [
      {
        id,
        approvals: 0,
        balances: [{ assetId: 'usdt', amount: '46000000000' }],
        recent: expect.arrayContaining([{ kind: 'contact-changed', at: expect.any(String) }]),
        stops: [],
      },
    ],
    bonuses: [],
  });
  const near = await console.operator('nele', 'reviewer');
  await near.post('/people/own', { id: personId, note: 'My brother' });
  expect(await decide(near)).toBe('own-account');
  expect(await decide(rita)).toBe('second-operator-needed');
  expect(await decide(rita)).toBe('already-decided-by-you');
  expect(await decide(rolf)).toBe('done');
  expect((await rita.get('/resolutions')).json()).toMatchObject({ resets: [{ id, approvals: 2 }] });
});

test('a bonus nobody holds is not decided about', async () => {
  const said = { id: personId, decision: 'release', note: 'Looked at' };
  const asked = await rita.post('/resolutions/bonus/question', said);
  expect(asked.json()).toMatchObject({ code: 'NOT_FOUND' });
});
