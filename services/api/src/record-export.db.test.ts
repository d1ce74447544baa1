import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type TestApi } from './testing/open-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const path = '/api/records.csv';
const lines = (csv: string): string[] => csv.replace('\uFEFF', '').trim().split('\r\n');

async function addRecords(personId: string, count: number): Promise<void> {
  await api.database.db.pool.query(
    `INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, memo, source_kind, source_id)
     SELECT gen_random_uuid(), w.person_id, w.id, 'outgoing', 'out', 'success', 'internal', 'usdt', 2500000, '=1+1', 'withdrawal', n
       FROM wallets w, generate_series(1, $2) AS n WHERE w.person_id = $1`,
    [personId, count],
  );
}

test('W18 the export is a file of the person’s own records, filtered as the list is', async () => {
  const [anna, ben] = [openBrowser(api.app), openBrowser(api.app)];
  const { personId } = await registerByMail(api, anna, 'anna@example.org');
  await registerByMail(api, ben, 'ben@example.org');
  await addRecords(String(personId), 3);
  const response = await anna.get(path);
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="records.csv"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(lines(response.body)).toHaveLength(4);
  expect(response.body).toContain(`"'=1+1"`);
  expect(lines((await anna.get(`${path}?filter=in`)).body)).toHaveLength(1);
  expect(lines((await anna.get(`${path}?search=2.5&assetId=usdt`)).body)).toHaveLength(4);
  expect(lines((await ben.get(path)).body)).toHaveLength(1);
});

test('the export is for nobody without a session, and takes no other query than the list', async () => {
  const stranger = await openBrowser(api.app).get(path);
  expect([stranger.statusCode, stranger.json<{ code: string }>().code]).toEqual([401, 'LOGIN_EXPIRED']);
  const clara = openBrowser(api.app);
  await registerByMail(api, clara, 'clara@example.org');
  expect((await clara.get(`${path}?from=yesterday`)).statusCode).toBe(400);
  expect((await clara.get(`${path}?walletId=00000000-0000-4000-8000-000000000000`)).statusCode).toBe(404);
});
