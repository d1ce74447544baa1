import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { sql } from 'kysely';
import { addDistribution } from '../add-distribution.ts';
import { sender } from '../console-world.ts';
import { aboutPerson, noMoney, note, nothingMore, oneDecides, personBy, system, word, type Case } from './case.ts';

const bonus = (decision: string, kind: string): Case => ({
  by: 'reviewer',
  make: async ({ database, world }) => {
    const owner = await world.person();
    const at = await world.heldBonus(owner);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM activations WHERE source_address = ${sender}`.execute(database.db.kysely);
    return {
      sent: { id: owner.personId, decision, note, ...(decision === 'refuse' ? { reason: 'other' } : {}) },
      kind,
      facts: {
        asset: 'reward',
        amount: String(20n * 10n ** 18n),
        about: [
          { as: 'person', name: owner.publicId },
          { as: 'sender', name: sender },
        ],
        author: system,
        reason: { cause: 'bonus-held', detail: nothingMore },
        earlier: oneDecides,
        details: [
          { name: 'accounts-of-source', text: String(rows[0]?.count) },
          { name: 'started', at },
        ],
      },
    };
  },
});

const reset = (decision: string, kind: string): Case => ({
  by: 'reviewer',
  make: async ({ world, olga }) => {
    const owner = await world.person();
    const { id, at: started, ready } = await world.reset(owner);
    const at = await world.resetDecision(id, olga, 'Passport and a call');
    return {
      sent: { id, decision, note },
      kind,
      facts: {
        asset: noMoney,
        amount: noMoney,
        about: [{ as: 'person', name: owner.publicId }],
        author: personBy(owner),
        reason: { cause: 'factors-lost', detail: nothingMore },
        earlier: [word(at, 'approve', 'Passport and a call')],
        details: [
          { name: 'started', at: started },
          { name: 'ready', at: ready },
        ],
      },
    };
  },
});

const ceremony = 'Signing in and enrolling are told by rows of their own, and nobody is signed in yet.';

/** What one operator does about one person, with nothing to sign. */
const toMara = (by: OperatorRole, kind: string, more: object = {}): Case => ({
  by,
  make: ({ mara }) => Promise.resolve({ sent: { id: mara.personId, note, ...more }, kind }),
});

/** What operators decide and do about one person, and their own coming and going. */
export const peopleCases: Readonly<Record<string, Case>> = {
  'access.beginEnrolment': { because: ceremony },
  'access.finishEnrolment': { because: ceremony },
  'access.beginSignIn': { because: ceremony },
  'access.signIn': { because: ceremony },
  'access.signOut': {
    by: 'administrator',
    make: async ({ database }) => {
      const { rows } = await sql<{ id: string }>`
        SELECT s.id FROM console_sessions s JOIN operators o ON o.id = s.operator_id
         WHERE o.name = 'the-administrator' AND s.ended_at IS NULL`.execute(database.db.kysely);
      return { sent: {}, kind: 'operator-signed-out', subject: rows[0]?.id ?? '' };
    },
  },
  'resolutions.decideBonus release': bonus('release', 'bonus-released'),
  'resolutions.decideBonus refuse': bonus('refuse', 'bonus-refused'),
  'resolutions.decideReset approve': reset('approve', 'reset-approved'),
  'resolutions.decideReset refuse': reset('refuse', 'reset-refused'),
  'complaints.answer': {
    by: 'reviewer',
    make: async ({ database, mara }) => {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO complaints (id, person_id, key, subject, body, due_at)
        VALUES (gen_random_uuid(), ${mara.personId}, gen_random_uuid(), 'Late', 'It took three days.', now())
        RETURNING id`.execute(database.db.kysely);
      return { sent: { id: rows[0]?.id, text: 'It is on its way now.' }, kind: 'complaint-answered' };
    },
  },
  'people.reveal': toMara('reviewer', 'person-revealed', { reason: 'support-request' }),
  'people.addNote': toMara('reviewer', 'person-noted'),
  'people.hold frozen': {
    by: 'reviewer',
    make: async ({ world }) => {
      const owner = await world.person();
      return {
        sent: { to: 'frozen', id: owner.personId, reason: 'legal-order', days: 3, note },
        kind: 'person-frozen',
        facts: aboutPerson('reviewer', owner, [
          { name: 'hold-reason', text: 'legal-order' },
          { name: 'days', text: '3' },
        ]),
      };
    },
  },
  'people.hold free': {
    by: 'reviewer',
    make: async ({ database, world, olga }) => {
      const owner = await world.person();
      const { rows } = await sql<{ until: Date }>`
        WITH logged AS (
          INSERT INTO operator_actions (operator_id, kind, subject) VALUES (${olga}, 'person-frozen', ${owner.personId}))
        INSERT INTO account_freezes (id, person_id, reason, frozen_by, until)
        VALUES (gen_random_uuid(), ${owner.personId}, 'security', ${olga}, now() + interval '3 days')
        RETURNING until`.execute(database.db.kysely);
      return {
        sent: { to: 'free', id: owner.personId, note },
        kind: 'person-unfrozen',
        facts: aboutPerson('reviewer', owner, [
          { name: 'hold-reason', text: 'security' },
          { name: 'until', at: rows[0]?.until.toISOString() ?? '' },
        ]),
      };
    },
  },
  'people.sendAnswer': {
    by: 'reviewer',
    make: async ({ world }) => ({
      sent: { id: (await world.person()).personId, template: 'scam-warning' },
      kind: 'support-answered',
    }),
  },
  'people.viewAs': toMara('reviewer', 'person-viewed'),
  'people.declareOwn': {
    by: 'reviewer',
    make: async ({ world }) => ({ sent: { id: (await world.person()).personId, note }, kind: 'account-declared' }),
  },
  'people.signOutPerson': {
    by: 'reviewer',
    make: ({ mara }) =>
      Promise.resolve({
        sent: { id: mara.personId, note },
        kind: 'person-signed-out',
        facts: aboutPerson('reviewer', mara, []),
      }),
  },
  'transactions.findByContact': {
    by: 'reviewer',
    make: () => Promise.resolve({ sent: { contact: 'nobody@example.org' }, kind: 'person-sought', subject: 'nobody' }),
  },
  'transactions.exportTransactions': {
    by: 'treasurer',
    make: () => Promise.resolve({ sent: {}, kind: 'transactions-exported', subject: 'transactions' }),
  },
  'books.exportBooks': {
    by: 'treasurer',
    make: () =>
      Promise.resolve({
        sent: { from: '2026-01-01', to: '2026-01-31', format: 'jsonl' },
        kind: 'books-exported',
        subject: 'books',
      }),
  },
  'books.takeAuditFile': {
    by: 'treasurer',
    make: async ({ database }) => {
      const id = await addDistribution(database, 400);
      await carryOutChange(database, { kind: 'audit-file', distributionId: id }, () => Promise.resolve());
      return { sent: { id }, kind: 'audit-file-taken' };
    },
  },
  'books.exportStatement': {
    by: 'administrator',
    make: ({ mara }) =>
      Promise.resolve({
        sent: { person: mara.publicId, from: '2026-01-01', to: '2026-01-31', format: 'csv', language: 'en', note },
        kind: 'statement-exported',
        subject: mara.personId,
      }),
  },
  'log.exportLog': {
    by: 'administrator',
    make: () => Promise.resolve({ sent: {}, kind: 'log-exported', subject: 'log' }),
  },
};
