import { randomUUID } from 'node:crypto';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { noMoney, note, oneDecides, self, type Case, type Stage } from './case.ts';

type Kind = 'invite' | 'role' | 'disable' | 'enable';

/** What a change names beside its kind; of every other one the operator is there already. */
const contentOf = (kind: Kind, name: string) =>
  kind === 'invite' || kind === 'role' ? { kind, name, role: 'reviewer', note } : { kind, name, note };

const detailsOf = (kind: Kind) => [
  { name: 'operator-change' as const, text: kind },
  ...(kind === 'invite' || kind === 'role' ? [{ name: 'role' as const, text: 'reviewer' }] : []),
];

let operators = 0;

/** An operator the change is about, as they are before it. */
async function subjectOf(kind: Kind, { database }: Stage): Promise<string> {
  operators += 1;
  const name = `subject-${operators}`;
  if (kind === 'invite') return name;
  const id = await addOperator(database.db, { name, role: 'viewer' });
  if (kind === 'enable') {
    await sql`UPDATE operators SET disabled_at = now() WHERE id = ${id}`.execute(database.db.kysely);
    // Whoever comes back has a key.
    await sql`INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports)
              VALUES (${randomUUID()}, ${id}, ${Buffer.from(name)}, ${Buffer.from(name)}, 0, '{}')`.execute(
      database.db.kysely,
    );
  }
  return name;
}

const proposal = (kind: Kind): Case => ({
  by: 'administrator',
  make: async (stage) => {
    const name = await subjectOf(kind, stage);
    return {
      sent: contentOf(kind, name),
      kind: 'operator-change-proposed',
      subject: (answer) => answer.json<{ id: string }>().id,
      facts: {
        asset: noMoney,
        amount: noMoney,
        about: [{ as: 'operator', name }],
        author: self('administrator'),
        reason: { said: note },
        earlier: [],
        details: detailsOf(kind),
      },
    };
  },
});

const change = (decision: 'carry-out' | 'withdraw', kind: string): Case => ({
  by: 'administrator',
  make: async (stage) => {
    const name = await subjectOf('disable', stage);
    const said = { ...contentOf('disable', name), note: 'Left the company' };
    const signed = await stage.secondDesk.sign('/operators/question', said);
    const { id } = (await stage.secondDesk.post('/operators', signed)).json<{ id: string }>();
    const { rows } = await sql<{ at: Date; operator: string }>`
      SELECT c.proposed_at AS at, o.id AS operator FROM operator_changes c JOIN operators o ON o.name = c.name
       WHERE c.id = ${id}`.execute(stage.database.db.kysely);
    const proposer = 'the-second-administrator';
    return {
      sent: { id, decision },
      kind,
      subject: decision === 'withdraw' ? id : (rows[0]?.operator ?? ''),
      facts: {
        asset: noMoney,
        amount: noMoney,
        about: [{ as: 'operator', name }],
        author: { by: 'operator', name: proposer },
        reason: { said: 'Left the company' },
        earlier: [
          {
            operator: proposer,
            at: rows[0]?.at.toISOString() ?? '',
            decision: 'proposed',
            said: 'Left the company',
          },
        ],
        details: detailsOf('disable'),
      },
    };
  },
});

const hourMs = 3_600_000;

/** Who the operators are, decided by two of them; and the way in for emergencies, ended by one. */
export const operatorCases: Readonly<Record<string, Case>> = {
  'operators.propose invite': proposal('invite'),
  'operators.propose role': proposal('role'),
  'operators.propose disable': proposal('disable'),
  'operators.propose enable': proposal('enable'),
  'operators.decideChange carry-out': change('carry-out', 'operator-disabled'),
  'operators.decideChange withdraw': change('withdraw', 'operator-change-withdrawn'),
  'operators.cancelBreakGlass': {
    by: 'reviewer',
    make: async ({ database }) => {
      const operatorId = await addOperator(database.db, { name: 'rescue' });
      const { rows } = await sql<{ id: string; at: Date }>`
        INSERT INTO break_glass_requests (id, operator_id) VALUES (${randomUUID()}, ${operatorId})
        RETURNING id, started_at AS at`.execute(database.db.kysely);
      const at = rows[0]?.at ?? new Date(0);
      return {
        sent: { id: rows[0]?.id, note },
        kind: 'break-glass-cancelled',
        facts: {
          asset: noMoney,
          amount: noMoney,
          about: [{ as: 'operator', name: 'rescue' }],
          author: self('reviewer'),
          reason: { said: note },
          earlier: oneDecides,
          details: [
            { name: 'started', at: at.toISOString() },
            { name: 'ready', at: new Date(at.getTime() + 24 * hourMs).toISOString() },
          ],
        },
      };
    },
  },
};
