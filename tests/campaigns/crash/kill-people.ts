import { randomUUID } from 'node:crypto';
import type { RecordView } from '@tern/contracts/routes/records';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { sql } from 'kysely';
import {
  compileCache,
  freeDrafts,
  startIfDown,
  stop,
  wholeUsdt,
  type OutcomeCheck,
  type CrashWorld,
} from './crash-world.ts';
import { dieAt, raise } from './die-at.ts';
import type { Killing } from './kill-payouts.ts';
import { expectPaid, sendSome, type Sending } from './payments.ts';

/** The api dies while it confirms, and again when the person presses again with the same key. */
export const killWhileConfirming: Killing = async (world, { counts, times }) => {
  const { system } = world;
  const { processes } = system;
  await startIfDown(system, 'api');
  const drafted = await Promise.all(
    Array.from({ length: times }, async () => {
      const [person, to] = [world.nextPerson(), freshAddress()];
      return { person, to, key: randomUUID(), draft: await person.draft({ to, assetId: 'usdt', amount: '3' }) };
    }),
  );
  await stop(system, 'api');
  const checks: OutcomeCheck[] = [];
  for (const { person, to, key, draft } of drafted) {
    for (const point of ['w0', 'w1']) {
      await processes.start('api', { ...compileCache(system), TERN_CRASH_AT: point });
      const ended = processes.ended('api');
      const answered = await person.confirm(draft, { key }).then(
        () => true,
        () => false,
      );
      const signal = answered ? null : await ended;
      if (signal !== 'SIGKILL') throw new Error(`the api did not die at ${point}`);
      raise(counts, point);
      // The confirmation's claim; the worker's are its own.
      await freeDrafts(system);
    }
    await processes.start('api', compileCache(system));
    const again = await person.confirm(draft, { key });
    if (again.status !== 200) throw new Error(`confirmed again: ${again.status} ${again.text}`);
    checks.push(expectPaid(world, { record: again.body as RecordView, to, amount: 3n * wholeUsdt }));
    await stop(system, 'api');
  }
  await startIfDown(system, 'api');
  return checks;
};

/** The console dies right after each operator's decision. */
export const killWhileDeciding: Killing = async (world, { counts, times }) => {
  const sendings = await sendSome(world, times, 60n);
  for (const sending of sendings) await decideAndDie(world, sending, (point) => raise(counts, point));
  return sendings.map((sending) => expectPaid(world, sending));
};

async function decideAndDie(
  { system, operators: [first, second] }: CrashWorld,
  { record }: Sending,
  died: (point: string) => void,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(
    system.db.kysely,
  );
  const id = rows[0]?.id ?? '';
  for (const [desk, point] of [
    [first, 'w2'],
    [second, 'w3'],
  ] as const) {
    await system.processes.stop('console');
    await system.processes.start('console', { ...compileCache(system), TERN_CRASH_AT: point });
    const ended = system.processes.ended('console');
    const answer = await desk.approve(id).catch(() => undefined);
    if (answer !== undefined) throw new Error(`the console did not die at ${point}: ${answer.outcome}`);
    await ended;
    await system.processes.start('console', compileCache(system));
    died(point);
  }
}

/** The signer dies with a signature made and kept, and not handed over. */
export const killWhileSigning: Killing = async (world, { counts, draw, times }) => {
  const { system } = world;
  await startIfDown(system, 'signer', 'worker', 'api');
  await stop(system, 'signer');
  const sendings: Sending[] = [];
  for (let left = times; left > 0; left -= 1) {
    const passage = 1 + draw.below(2);
    // It signs each of them once, however often it is asked again.
    sendings.push(...(await sendSome(world, passage)));
    await dieAt(world, counts, 'signer', { point: 'w5', passage, name: 'w5-signer' });
  }
  await startIfDown(system, 'signer');
  return sendings.map((sending) => expectPaid(world, sending));
};
