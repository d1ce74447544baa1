import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetMessages } from '../../platform/messaging/forget-messages.ts';
import { login } from '../sign-in/login.ts';
import { forgetStale } from './forget-stale.ts';
import { goodPassword, newOrigin, openIdentityWorld, type IdentityWorld } from './testing/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const countAll = async (): Promise<Record<string, number>> => {
  const { rows } = await world.database.db.pool.query<{ counts: string }>(`
    SELECT json_build_object('logins', (SELECT count(*) FROM logins), 'challenges', (SELECT count(*) FROM challenges),
      'windows', (SELECT count(*) FROM rate_windows), 'failures', (SELECT count(*) FROM failure_counters),
      'tries', (SELECT count(*) FROM pending_tries),
      'replies', (SELECT count(*) FROM idempotent_replies),
      'messages', (SELECT count(*) FROM outbox), 'people', (SELECT count(*) FROM people))::text AS counts`);
  return JSON.parse(rows[0]?.counts ?? '{}') as Record<string, number>;
};

test('clears away what signing in left behind once it is of no use, as the worker, and nothing before', async () => {
  const person = await world.registerPerson();
  const attempt = (password: string) =>
    login(world.deps, {
      target: person.target,
      password,
      language: null,
      origin: newOrigin(),
      deviceToken: null,
      formerSessionId: undefined,
    });
  await attempt(goodPassword);
  // One whose process died while it was judged.
  await world.database.db.pool.query("INSERT INTO pending_tries VALUES (gen_random_uuid(), 'a key', now())");
  await world.database.db.pool.query(
    `INSERT INTO idempotent_replies (person_id, key, request_hash, status, body)
     SELECT id, gen_random_uuid(), sha256(''), 200, '{}' FROM people, generate_series(1, 3)`,
  );
  await expect(attempt('not the password')).rejects.toMatchObject({ code: 'CREDENTIALS_WRONG' });
  const deps = { db: world.database.asWorker };
  const before = await countAll();
  expect(Math.min(...Object.values(before))).toBeGreaterThan(0);
  expect(await forgetStale(deps, { limit: 100 })).toBe(0);
  expect(await forgetMessages(deps, { limit: 100 })).toBe(0);
  expect(await countAll()).toEqual(before);

  const { pool } = world.database.db;
  for (const change of [
    "UPDATE logins SET created_at = now() - interval '8 days'",
    "UPDATE challenges SET created_at = now() - interval '8 days'",
    "UPDATE rate_windows SET expires_at = now() - interval '1 second'",
    "UPDATE failure_counters SET changed_at = now() - interval '91 days'",
    "UPDATE pending_tries SET expires_at = now() - interval '25 hours'",
    "UPDATE idempotent_replies SET created_at = now() - interval '91 days'",
    "UPDATE outbox SET state = 'sent', values_sealed = NULL, settled_at = now() - interval '31 days'",
  ]) {
    await pool.query(change);
  }
  while ((await forgetStale(deps, { limit: 2 })) > 0);
  while ((await forgetMessages(deps, { limit: 2 })) > 0);
  expect(await countAll()).toEqual({
    logins: 0,
    challenges: 0,
    windows: 0,
    failures: 0,
    tries: 0,
    replies: 0,
    messages: 0,
    people: 1,
  });
});
