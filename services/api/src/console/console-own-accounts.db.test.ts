import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allCases } from './testing/cases/all-cases.ts';
import type { Stage } from './testing/cases/case.ts';
import { listConsoleMutations } from './testing/list-console-mutations.ts';
import { openOwnStage } from './testing/open-stage.ts';
import type { TestConsole } from './testing/test-console.ts';

// Goal: nobody decides about an account that they have declared as close to them. Method: every case of everything that an
// operator can change is sent by one to whom everybody is close. It is refused and the try is kept, or it is named below
// with the reason why it touches neither an account nor the money of anybody.

const reading = 'It shows what is there and changes nothing; each look is a row of the log.';
const house = 'It moves money of the house, or none at all.';
const nobodys = 'The money is nobody’s yet, and two treasurers have to agree where it goes.';
const everybody = 'It counts for everybody alike.';
const machines = 'It is about another system, a list or a rule, not about an account.';
const operators = 'It is about operators and their keys.';

/** By the name of the thing that is done, or by what the name begins with. */
const allowed: Readonly<Record<string, string>> = {
  'access.': operators,
  'operators.': operators,
  'people.reveal': reading,
  'people.viewAs': 'It shows what is there; the log has it, and so has the account history of the person.',
  'people.addNote': 'A note is a row of the log with its author, and has no effect.',
  'people.declareOwn': 'It is how an operator says that an account is close.',
  'transactions.findByContact': reading,
  'transactions.exportTransactions': reading,
  'books.exportBooks': reading,
  'books.exportStatement': reading,
  'books.takeAuditFile': reading,
  'log.exportLog': reading,
  'activities.': everybody,
  'announcements.': 'It is a text, which another operator releases.',
  'flows.switchFlow': everybody,
  'house.propose': house,
  'changes.propose fund': house,
  'changes.propose pair': everybody,
  'changes.propose asset': everybody,
  'changes.propose pool-schedule': everybody,
  'changes.propose audit-file': reading,
  'changes.propose snapshot': everybody,
  'changes.propose terms': everybody,
  'changes.propose sign-out-everybody': everybody,
  'changes.propose level-limits': everybody,
  'changes.propose surplus': nobodys,
  'changes.propose cold-return': house,
  'changes.propose loss': house,
  'changes.propose screening-rule': machines,
  'changes.propose refused-addresses': machines,
  'changes.propose webhook-': machines,
  'changes.propose key-': machines,
  'changes.decideChange': 'The case is about a fund. Deciding about a level is refused: see console-levels.db.test.ts.',
  'webhooks.resend': machines,
  'notices.saveNotices': 'They are the operator’s own.',
  'work.takeHouseStep resume-asset': everybody,
  'work.takeHouseStep thaw-token': everybody,
  'work.takeHouseStep resume-order': house,
  'work.takeHouseStep approve-cold': house,
  'work.takeHouseStep reject-cold': house,
  'work.takeHouseStep suspense-to-house': nobodys,
  'work.takeHouseStep return-suspense': nobodys,
  'work.takeHouseStep dismiss': 'It says that there was nothing to credit, and moves nothing.',
};
const reasonFor = (name: string): string | undefined =>
  Object.entries(allowed).find(([key]) => (/[.-]$/.test(key) ? name.startsWith(key) : isPart(name, key)))?.[1];
/** `books.exportBooks` names `books.exportBooks jsonl` too, but `people.hold` not `people.holds`. */
const isPart = (name: string, key: string): boolean => name === key || name.startsWith(`${key} `);

let database: TestDatabase;
let console: TestConsole;
let stage: Stage;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, console, stage, close } = await openOwnStage());
});
afterAll(() => close());
afterEach(() => expect(console.faults.splice(0)).toEqual([]));

/** Everybody there is becomes close to the operators who decide in the cases. */
async function declareEverybody(): Promise<void> {
  await database.db.kysely.transaction().execute(async (tx) => {
    // The rows of the log beside the declarations are of no matter here.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO operator_accounts (operator_id, person_id)
      SELECT o.id, p.id FROM operators o, people p WHERE o.name LIKE 'the-%'
      ON CONFLICT ON CONSTRAINT operator_accounts_pkey DO NOTHING`.execute(tx);
  });
}

const run = listConsoleMutations().flatMap((mutation) => {
  const found = allCases[mutation.name];
  return found === undefined || 'because' in found ? [] : [[mutation.name, mutation, found] as const];
});

test.each(run)(
  'O02 %s: refused about an account close to the operator, or about nobody’s',
  async (name, mutation, found) => {
    const desk = stage.desks[found.by as keyof Stage['desks']];
    if (desk.cookie === undefined) await desk.signIn();
    const { sent } = await found.make(stage);
    await declareEverybody();
    const seq = await lastSeq();
    const body = mutation.question === undefined ? sent : await desk.sign(mutation.question, sent);
    const answer = await desk.post(mutation.path, body);
    const isRefused = answer.body.includes('"own-account"');
    const reason = reasonFor(name);
    expect({ name, isRefused, why: reason }).toEqual({ name, isRefused: reason === undefined, why: reason });
    if (!isRefused) return;
    expect(answer.json()).toMatchObject({ code: 'DECISION_REFUSED', data: { reason: 'own-account' } });
    const { rows } = await sql`
    SELECT kind, details ->> 'reason' AS reason FROM operator_actions WHERE seq > ${seq}`.execute(database.db.kysely);
    expect(rows).toEqual([{ kind: 'decision-refused', reason: 'own-account' }]);
  },
);

test('each reason that is given is of something there is', () => {
  const names = listConsoleMutations().map(({ name }) => name);
  const unused = Object.keys(allowed).filter((key) => !names.some((name) => name.startsWith(key)));
  expect(unused).toEqual([]);
});

async function lastSeq(): Promise<string> {
  const { rows } = await sql<{ seq: string }>`SELECT seq FROM operator_action_head`.execute(database.db.kysely);
  return rows[0]?.seq ?? '0';
}
