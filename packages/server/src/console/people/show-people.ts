import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { PersonRowView, PersonView } from '@tern/contracts/routes/console-people';
import type { Database, DbReader } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import { findActivatedAt } from '../../money/promotions/public.ts';
import { findPersonStops } from '../../money/transfers/public.ts';
import { findFreezes, getPerson, listContacts, maskContact } from '../../people/accounts/public.ts';
import { isOwnAccount, listActions } from '../../people/operators/public.ts';
import { listPersonWallets } from '../../people/wallets/public.ts';
import { listMessagesTo } from '../../platform/messaging/public.ts';
import { readPage } from '../../platform/read-page.ts';
import type { ConsoleSession } from '../console-context.ts';
import { findNamedPerson, readSearch, type SearchedAssets } from '../transactions/public.ts';
import { countReveals, selectAccountEvents, selectPeople, selectUsernames, type FoundPerson } from './people-store.ts';
import { revealsMax } from './reveal-person.ts';

const pagePeople = 30;
const shownActions = 30;
const shownMessages = 10;

/**
 * People, newest first, a page at a time, or the one that a search names; contacts masked. Nobody pages through parts of what
 * people have, and a contact finds nobody here: looking for one leaves a row in the log.
 */
export async function listPeople(
  { db: { kysely }, assets }: { readonly db: Database; readonly assets: SearchedAssets },
  { search: typed, before }: { readonly search?: string | undefined; readonly before?: PersonId | undefined },
): Promise<{ people: PersonRowView[]; next: string | null }> {
  const isSearched = typed !== undefined && typed !== '';
  const named = isSearched ? await findNamedPerson(kysely, { search: readSearch(typed, assets), typed }) : undefined;
  if (isSearched && named === undefined) return { people: [], next: null };
  const wanted = { ...(named === undefined ? {} : { id: named.id }), ...(before === undefined ? {} : { before }) };
  const { page, last } = await readPage(pagePeople, (limit) => selectPeople(kysely, { ...wanted, limit }));
  const freezes = await findFreezes(
    kysely,
    page.map(({ id }) => id),
  );
  return {
    people: await Promise.all(page.map((person) => toRow(kysely, person, freezes.has(person.id)))),
    next: last?.id ?? null,
  };
}

/** One person, contacts masked. Throws `NOT_FOUND`. */
export async function showPerson(
  { kysely }: Database,
  { id, session }: { readonly id: PersonId; readonly session: ConsoleSession },
): Promise<PersonView> {
  const person = await getPerson(kysely, id);
  const stops = await findPersonStops(kysely, id);
  const onHold = stops.some(({ kind }) => kind === 'account-frozen');
  const [row, activatedAt, wallets, events, { actions }, reveals, own, sentMessages, usernames] = await Promise.all([
    toRow(kysely, person, onHold),
    findActivatedAt(kysely, id),
    listPersonWallets(kysely, id),
    selectAccountEvents(kysely, id),
    listActions(kysely, { subject: id, limit: shownActions }),
    countReveals(kysely, session.operatorId),
    isOwnAccount(kysely, session.operatorId, [id]),
    showMessages(kysely, id),
    selectUsernames(kysely, id),
  ]);
  return toWire({
    ...row,
    username: usernames.find(({ isCurrent }) => isCurrent)?.username ?? null,
    formerUsernames: usernames.filter(({ isCurrent }) => !isCurrent).map(({ username }) => username),
    activatedAt: activatedAt ?? null,
    wallets: await Promise.all(
      wallets.map(async (wallet) => ({
        address: wallet.address,
        disowned: !wallet.trusted,
        balances: [...(await getBalances(kysely, { walletId: wallet.id }))].map(([assetId, { available, held }]) => ({
          assetId,
          available,
          held,
        })),
      })),
    ),
    events: events.map(({ kind, at }) => ({ kind, at })),
    actions: actions.map(({ seq, operatorName, kind, details, at }) => ({
      seq,
      operator: operatorName ?? '',
      kind,
      text: typeof details['note'] === 'string' ? details['note'] : '',
      at,
    })),
    sentMessages,
    stops: [...stops],
    own,
    revealsLeft: Math.max(0, revealsMax - reveals.others),
  });
}

async function showMessages(db: DbReader, id: PersonId): Promise<PersonView['sentMessages']> {
  const contacts = await listContacts(db, id);
  const messages = await listMessagesTo(db, { recipients: contacts.map(({ value }) => value), limit: shownMessages });
  return toWire(
    messages.map(({ at, channel, recipient, tries, ...message }) => ({
      id: message.id,
      at,
      to: maskContact({ kind: channel === 'sms' ? 'phone' : 'email', value: recipient }),
      isCode: message.isCode,
      state: message.state,
      tries: tries.map(({ slot, state, code }) => ({ provider: slot, state, code })),
    })),
  );
}

async function toRow(
  db: DbReader,
  { id, publicId, state, createdAt }: FoundPerson,
  onHold: boolean,
): Promise<PersonRowView> {
  const contacts = await listContacts(db, id);
  return toWire({ id, publicId, state, onHold, since: createdAt, contacts: contacts.map(maskContact) });
}
