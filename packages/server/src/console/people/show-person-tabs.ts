import type { Clock } from '@tern/base/clock';
import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { kindOfRecord, recordNumber } from '@tern/contracts/record-number';
import {
  supportTemplate,
  type HeldMoneyView,
  type PersonAnswersView,
  type PersonDevicesView,
  type PersonEntriesView,
  type PersonHoldView,
  type PersonNotesView,
  type PersonSecurityView,
} from '@tern/contracts/routes/console-person-tabs';
import type { Database } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { describeDevice, getPerson } from '../../people/accounts/public.ts';
import { listActions } from '../../people/operators/public.ts';
import { failureKeys, findPause } from '../../platform/limits/public.ts';
import { selectFreezeHistory, selectScreeningHolds, selectSecurityHolds } from './person-holds-store.ts';
import {
  countFurtherHeld,
  findFactorFacts,
  selectHeldMoney,
  selectPasskeys,
  selectPersonEntries,
  selectResets,
  selectSessions,
} from './person-tabs-store.ts';
import { showLevel } from './show-level.ts';
import { selectAnswers } from './support-answer-store.ts';
import { supportTexts } from './support-texts.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

const notesShown = 30;

/** What is held of a person, transfer by transfer. Throws `NOT_FOUND`. */
export async function showMoney({ db }: Deps, id: PersonId): Promise<{ held: HeldMoneyView[]; further: number }> {
  await getPerson(db.kysely, id);
  const [held, further] = await Promise.all([selectHeldMoney(db.kysely, id), countFurtherHeld(db.kysely, id)]);
  return toWire({
    further,
    held: held.map(({ assetId, ...each }) => ({ ...each, assetId: assetId as AssetId })),
  });
}

/** Factors, locks after wrong tries, and requests to remove the factors. Throws `NOT_FOUND`. */
export async function showSecurity({ db, clock }: Deps, id: PersonId): Promise<PersonSecurityView> {
  const { kysely } = db;
  await getPerson(kysely, id);
  const keys = [
    ['transfers', failureKeys.transfer(id)],
    ['login-authenticator', failureKeys.loginAuthenticator(id)],
    ['factor-changes', failureKeys.presentFactor(id)],
    ['password', failureKeys.loginPasswordAgain(id)],
  ] as const;
  const [level, facts, resets, pauses] = await Promise.all([
    showLevel(kysely, id),
    findFactorFacts(kysely, id),
    selectResets(kysely, id),
    Promise.all(keys.map(async ([what, key]) => ({ what, until: await findPause(kysely, key, clock.now()) }))),
  ]);
  return toWire({
    level,
    loginPasswordChangedAt: facts?.loginPasswordChangedAt ?? null,
    tradePasswordSetAt: facts?.tradePasswordSetAt ?? null,
    authenticatorSince: facts?.authenticatorSince ?? null,
    recoveryCodes: {
      left: facts?.codesLeft ?? 0,
      made: facts?.codesMade ?? 0,
      madeAt: facts?.codesMadeAt ?? null,
    },
    locks: pauses.flatMap(({ what, until }) => (until === undefined ? [] : [{ what, until }])),
    resets: [...resets],
  });
}

/** Sessions with their networks, and passkeys. Throws `NOT_FOUND`. */
export async function showDevices({ db, clock }: Deps, id: PersonId): Promise<PersonDevicesView> {
  await getPerson(db.kysely, id);
  const [sessions, passkeys] = await Promise.all([
    selectSessions(db.kysely, { personId: id, now: clock.now() }),
    selectPasskeys(db.kysely, id),
  ]);
  return toWire({
    sessions: sessions.map(({ userAgent, ...session }) => ({ ...session, device: describeDevice(userAgent) })),
    passkeys: [...passkeys],
  });
}

/** Activities that a person takes part in. Throws `NOT_FOUND`. */
export async function showEntries({ db }: Deps, id: PersonId): Promise<PersonEntriesView> {
  await getPerson(db.kysely, id);
  const entries = await selectPersonEntries(db.kysely, id);
  return toWire({
    entries: entries.map((entry) => ({ ...entry, assetId: 'reward' as const })),
  });
}

/** Every hold on a person, those that are on first. Throws `NOT_FOUND`. */
export async function showHolds({ db }: Deps, id: PersonId): Promise<{ holds: PersonHoldView[] }> {
  await getPerson(db.kysely, id);
  const [freezes, holds, screened] = await Promise.all([
    selectFreezeHistory(db.kysely, id),
    selectSecurityHolds(db.kysely, id),
    selectScreeningHolds(db.kysely, id),
  ]);
  const all: PersonHoldView[] = toWire([
    ...freezes.map((freeze) => ({ ...freeze, kind: 'account-frozen' as const })),
    ...holds.map((hold) => ({ ...hold, kind: 'security-hold' as const })),
    ...screened.map(({ type, settlement, assetId, ...hold }) => ({
      ...hold,
      number: recordNumber({ id: hold.recordId, kind: kindOfRecord({ type, settlement }) }),
      assetId: assetId as AssetId,
    })),
  ]);
  return {
    holds: all.toSorted((one, other) => Number(other.on) - Number(one.on) || other.since.localeCompare(one.since)),
  };
}

/** A page of operators' notes about a person, newest first, from the log, which nobody changes. Throws `NOT_FOUND`. */
export async function listNotes(
  { db }: Deps,
  { id, before }: { readonly id: PersonId; readonly before?: number | undefined },
): Promise<PersonNotesView> {
  await getPerson(db.kysely, id);
  const { actions, next } = await listActions(db.kysely, {
    subject: id,
    kind: 'person-noted',
    before,
    limit: notesShown,
  });
  return toWire({
    notes: actions.map(({ seq, operatorName, at, details }) => ({
      seq,
      operator: operatorName ?? '',
      at,
      text: typeof details['note'] === 'string' ? details['note'] : '',
    })),
    next: next ?? null,
  });
}

/** The answers of the list as this person would read them, and which were sent. Throws `NOT_FOUND`. */
export async function showAnswers({ db }: Deps, id: PersonId): Promise<PersonAnswersView> {
  const { language: chosen } = await getPerson(db.kysely, id);
  const sent = await selectAnswers(db.kysely, id);
  return toWire({
    templates: supportTemplate.options.map((template) => {
      const texts = supportTexts[template];
      const text = chosen === null ? undefined : texts[chosen];
      return { template, language: text === undefined || chosen === null ? 'en' : chosen, ...(text ?? texts.en) };
    }),
    personLanguage: chosen,
    sent: [...sent],
  });
}
