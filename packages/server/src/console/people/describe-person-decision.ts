import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { DecisionDetail } from '@tern/contracts/decision';
import type { HoldInput } from '@tern/contracts/routes/console-people';
import type { Database, DbReader } from '@tern/db/database';
import { findFreezes, getPerson } from '../../people/accounts/public.ts';
import type { Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';

/** Putting an account on hold, or ending that, as it is signed. Throws `NOT_FOUND`. */
export async function describeHold(db: Database, said: HoldInput, session: ConsoleSession): Promise<Decision> {
  const personId = said.id;
  const details: DecisionDetail[] =
    said.to === 'frozen'
      ? [
          { name: 'hold-reason', text: said.reason },
          { name: 'days', text: String(said.days) },
        ]
      : await describeFreeze(db.kysely, personId);
  return {
    action: 'people.hold',
    content: said,
    facts: await factsAbout(db, { personId, session, note: said.note, details }),
  };
}

/** Ending every session of a person as it is signed. Throws `NOT_FOUND`. */
export async function describeSignOut(
  db: Database,
  said: { readonly id: PersonId; readonly note: string },
  session: ConsoleSession,
): Promise<Decision> {
  const personId = said.id;
  return {
    action: 'people.signOutPerson',
    content: said,
    facts: await factsAbout(db, { personId, session, note: said.note, details: [] }),
  };
}

async function describeFreeze(db: DbReader, personId: PersonId): Promise<DecisionDetail[]> {
  const freeze = (await findFreezes(db, [personId])).get(personId);
  return toWire(
    freeze === undefined
      ? []
      : [
          { name: 'hold-reason', text: freeze.reason },
          { name: 'until', at: freeze.until },
        ],
  );
}

async function factsAbout(
  db: Database,
  about: {
    readonly personId: PersonId;
    readonly session: ConsoleSession;
    readonly note: string;
    readonly details: DecisionDetail[];
  },
): Promise<Decision['facts']> {
  const { publicId } = await getPerson(db.kysely, about.personId);
  return {
    asset: { none: 'no-money' },
    amount: { none: 'no-money' },
    about: [{ as: 'person', name: publicId }],
    author: { by: 'operator', name: about.session.name },
    reason: { said: about.note },
    earlier: { none: 'one-decides' },
    details: about.details,
  };
}
