import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DecisionFacts } from '@tern/contracts/decision';
import { addOperator } from '@tern/testkit/operators';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import { sql } from 'kysely';
import { consoleUrl } from '../test-console.ts';
import { noMoney, note, oneDecides, self, type Case, type Stage } from './case.ts';

type Kind = 'invite' | 'role' | 'disable' | 'enable';

/** A further key of an operator, as the owner of the database writes one. */
async function addKey({ database }: Stage, operatorId: string, name: string): Promise<string> {
  const id = randomUUID();
  await sql`INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports, name,
                                           decides_money_from)
            VALUES (${id}, ${operatorId}, ${randomBytes(16)}, ${Buffer.from(name)}, 0, '{usb}', ${name}, now())`.execute(
    database.db.kysely,
  );
  return id;
}

const printOf = (publicKey: Buffer): string =>
  (createHash('sha256').update(publicKey).digest('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ');
const detailsOfKey = (name: string, publicKey = Buffer.from(name)) => [
  { name: 'key-name' as const, text: name },
  { name: 'key-print' as const, text: printOf(publicKey) },
];
const aboutOwnKey = {
  asset: noMoney,
  amount: noMoney,
  about: [{ as: 'operator' as const, name: 'the-reviewer' }] as [{ as: 'operator'; name: string }],
  author: self('reviewer'),
  reason: { none: 'not-asked' as const },
  earlier: oneDecides,
};
const reviewerId = async ({ database }: Stage): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM operators WHERE name = 'the-reviewer'`.execute(
    database.db.kysely,
  );
  return rows[0]?.id ?? '';
};

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

const proposalFacts = (name: string, details: DecisionFacts['details']): DecisionFacts => ({
  asset: noMoney,
  amount: noMoney,
  about: [{ as: 'operator', name }],
  author: self('administrator'),
  reason: { said: note },
  earlier: [],
  details,
});

const proposal = (kind: Kind): Case => ({
  by: 'administrator',
  make: async (stage) => {
    const name = await subjectOf(kind, stage);
    return {
      sent: contentOf(kind, name),
      kind: 'operator-change-proposed',
      subject: (answer) => answer.json<{ id: string }>().id,
      facts: proposalFacts(name, detailsOf(kind)),
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
  'operators.propose disable-key': {
    by: 'administrator',
    make: async (stage) => {
      const name = await subjectOf('disable', stage);
      const { rows } = await sql<{ id: string }>`SELECT id FROM operators WHERE name = ${name}`.execute(
        stage.database.db.kysely,
      );
      await addKey(stage, rows[0]?.id ?? '', 'At the desk');
      const key = await addKey(stage, rows[0]?.id ?? '', 'Left behind');
      return {
        sent: { kind: 'disable-key', name, key, note },
        kind: 'operator-change-proposed',
        subject: (answer) => answer.json<{ id: string }>().id,
        facts: proposalFacts(name, [
          { name: 'operator-change', text: 'disable-key' },
          ...detailsOfKey('Left behind'),
          { name: 'key-reach', text: 'usb' },
        ]),
      };
    },
  },
  'operators.addKey': {
    by: 'reviewer',
    make: async (stage) => {
      const begun = (await stage.desks.reviewer.post('/operators/keys/begin', {})).json<{
        ceremonyId: string;
        challenge: string;
      }>();
      const key = softwarePasskey(consoleUrl);
      const passkey = key.make(begun.challenge);
      const content = {
        name: 'In the safe',
        ...{ credentialId: passkey.credentialId, publicKey: key.coseKey.toString('base64url') },
        ...{ signCount: 0, transports: ['internal'], isSyncable: false },
      };
      return {
        sent: { name: 'In the safe', ceremonyId: begun.ceremonyId, passkey },
        content,
        kind: 'operator-key-added',
        subject: await reviewerId(stage),
        facts: {
          ...aboutOwnKey,
          details: [
            ...detailsOfKey('In the safe', key.coseKey),
            { name: 'key-reach', text: 'internal' },
            { name: 'key-copies', text: 'one-device' },
          ],
        },
      };
    },
  },
  'operators.removeKey': {
    by: 'reviewer',
    make: async (stage) => {
      const operatorId = await reviewerId(stage);
      const id = await addKey(stage, operatorId, 'Worn out');
      const details = [...detailsOfKey('Worn out'), { name: 'key-reach' as const, text: 'usb' }];
      return { sent: { id }, kind: 'operator-key-removed', subject: operatorId, facts: { ...aboutOwnKey, details } };
    },
  },
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
