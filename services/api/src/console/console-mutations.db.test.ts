import { createHash } from 'node:crypto';
import { decisionPrefix, decisionStatement } from '@tern/contracts/decision';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { transact } from '@tern/db/transact';
import { leavingNoRow, leavingOneRow, recordOperatorAction } from '@tern/server/people/operators/public';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allCases as cases } from './testing/cases/all-cases.ts';
import { note, type Made, type Stage } from './testing/cases/case.ts';
import { cold, payee } from './testing/console-world.ts';
import { listConsoleMutations, type ConsoleMutation } from './testing/list-console-mutations.ts';
import { openOwnStage } from './testing/open-stage.ts';
import type { OperatorBrowser, TestConsole } from './testing/test-console.ts';

// Goal: whatever an operator changes stands in the log once, with who did what to what; and what a passkey signs for says
// all there is to know, true and still true when it is carried out. Method: every route of the contract that is not read has
// its cases in `testing/cases`, one for each thing it can do; a new one has to get its own.

let database: TestDatabase;
let console: TestConsole;
let stage: Stage;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, console, stage, close } = await openOwnStage());
});
afterAll(() => close());
afterEach(() => expect(console.faults.splice(0)).toEqual([]));

const mutations = listConsoleMutations();

test('O01 everything an operator can change has its case here, and so has everything a passkey signs', () => {
  expect(Object.keys(cases).toSorted()).toEqual(mutations.map(({ name }) => name).toSorted());
});

type Row = {
  readonly seq: string;
  readonly name: string;
  readonly kind: string;
  readonly subject: string;
  readonly details: {
    readonly request?: string;
    readonly signed?: {
      readonly action: string;
      readonly statement: string;
      readonly assertion: { readonly clientDataJson: string };
    };
  };
};

async function rowsAfter(seq: string): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    SELECT a.seq, o.name, a.kind, a.subject, a.details FROM operator_actions a JOIN operators o ON o.id = a.operator_id
     WHERE a.seq > ${seq} ORDER BY a.seq`.execute(database.db.kysely);
  return rows;
}
async function lastSeq(): Promise<string> {
  const { rows } = await sql<{ seq: string }>`SELECT seq FROM operator_action_head`.execute(database.db.kysely);
  return rows[0]?.seq ?? '0';
}

/** Signs in again whoever signed out. */
async function deskOf(role: OperatorRole): Promise<OperatorBrowser> {
  const desk = stage.desks[role as keyof Stage['desks']];
  if (desk.cookie === undefined) await desk.signIn();
  return desk;
}

const run = mutations.flatMap((mutation) => {
  const found = cases[mutation.name];
  return found === undefined || 'because' in found ? [] : [[mutation.name, mutation, found] as const];
});

test.each(run)(
  'O05 O06 %s: one row names who did what to what, and what was signed says all of it',
  async (_, mutation, { by, make }) => {
    const desk = await deskOf(by);
    const made = await make(stage);
    const before = await lastSeq();
    const body = mutation.question === undefined ? made.sent : await desk.sign(mutation.question, made.sent);
    // Asking leaves nothing.
    expect(await lastSeq()).toBe(before);
    const answer = await desk.post(mutation.path, body);
    expect(answer.statusCode, answer.body).toBe(200);
    const rows = await rowsAfter(before);
    const subject = typeof made.subject === 'function' ? made.subject(answer) : made.subject;
    expect(rows).toMatchObject([
      { name: `the-${by}`, kind: made.kind, subject: subject ?? (made.sent as { id: string }).id },
    ]);
    const { details } = rows[0] as Row;
    expect(details.request).toMatch(/^[0-9a-f-]{36}$/);
    expect(details.signed === undefined).toBe(mutation.question === undefined);
    if (details.signed !== undefined) checkSigned(mutation, made, details.signed, `the-${by}`);
  },
);

/** Reads what was signed back from the log: it is whole, it is true, and it is what the passkey's challenge is made of. */
function checkSigned(
  { route }: ConsoleMutation,
  { sent, content = sent, facts }: Made,
  signed: NonNullable<Row['details']['signed']>,
  operator: string,
): void {
  expect(facts, 'what is signed has its facts in the case').toBeDefined();
  expect(signed.action).toBe(route);
  const statement = decisionStatement.parse(JSON.parse(signed.statement));
  expect(statement).toEqual({ action: route, content, facts, operator, askedAt: expect.any(String) });
  const client = JSON.parse(Buffer.from(signed.assertion.clientDataJson, 'base64url').toString()) as {
    challenge: string;
  };
  const challenge = createHash('sha256').update(`${decisionPrefix}${signed.statement}`).digest('base64url');
  expect(client.challenge).toBe(challenge);
}

test('O05 what was signed is refused once it is not true any more: another operator has approved meanwhile', async () => {
  const { world, mara, desks } = stage;
  const id = await world.transfer(mara);
  const said = { id, decision: 'approve', note };
  const [first, second] = [desks.reviewer, desks.treasurer];
  const signed = await second.sign('/reviews/question', said);
  expect((await first.post('/reviews/decision', await first.sign('/reviews/question', said))).statusCode).toBe(200);
  const before = await lastSeq();
  const refused = await second.post('/reviews/decision', signed);
  expect(refused.json()).toMatchObject({ code: 'DECISION_REFUSED', data: { reason: 'facts-changed' } });
  expect(await lastSeq()).toBe(before);
  // Having looked again, with what the first one said before them.
  const again = await second.post('/reviews/decision', await second.sign('/reviews/question', said));
  expect(again.json()).toMatchObject({ outcome: 'approved' });
});

test('O05 an order to cold storage is not approved for another address than the one that was signed', async () => {
  const id = await stage.world.coldOrder({ state: 'proposed' });
  const desk = stage.desks.treasurer;
  const said = { step: 'approve-cold', id };
  const signed = await desk.sign('/house/question', said);
  await sql`UPDATE signer_accounts SET cold_address = ${payee}`.execute(database.db.kysely);
  const refused = await desk.post('/house/step', signed);
  expect(refused.json()).toMatchObject({ code: 'DECISION_REFUSED', data: { reason: 'facts-changed' } });
  await sql`UPDATE signer_accounts SET cold_address = ${cold}`.execute(database.db.kysely);
});

const row = { kind: 'person-noted', subject: 'nobody' } as const;
const write = () => transact(database.asConsole, (tx) => recordOperatorAction(tx, { operatorId: stage.olga, ...row }));

test('O06 a request that changes something can leave neither two rows in the log nor none, and reading leaves none', async () => {
  const before = await lastSeq();
  await expect(
    leavingOneRow(async () => {
      await write();
      await write();
    }),
  ).rejects.toMatchObject({ constraint: 'operator_actions_request_key' });
  expect(await rowsAfter(before)).toHaveLength(1);
  await expect(leavingOneRow(() => Promise.resolve())).rejects.toThrow('what an operator changed stands in the log');
  await expect(leavingNoRow(write)).rejects.toThrow('reading and asking leave nothing in the log');
  expect(await rowsAfter(before)).toHaveLength(1);
});
