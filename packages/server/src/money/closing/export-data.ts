import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { Database, DbReader } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import { getMainContact, getPerson, listSecurityEvents } from '../../people/accounts/public.ts';
import { listAddressEntries, listAddressRules } from '../../people/address-book/public.ts';
import { showAgreements } from '../../people/agreements/public.ts';
import { listOwnComplaints } from '../../people/complaints/public.ts';
import { getDiscovery } from '../../people/discovery/public.ts';
import { listOwnLevels } from '../../people/levels/public.ts';
import { listMessages } from '../../people/messages/public.ts';
import { listPasskeys } from '../../people/passkeys/public.ts';
import { getPreferences, type CorrectionRules } from '../../people/preferences/public.ts';
import { listOwnPriceAlerts } from '../../people/price-alerts/public.ts';
import { getProfile } from '../../people/profile/public.ts';
import { listRecords } from '../../people/records/public.ts';
import { listSessionHistory } from '../../people/sessions/public.ts';
import { listOwnConnections } from '../../people/wallet-connections/public.ts';
import { findShownAddress, listPersonWallets } from '../../people/wallets/public.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { hashToken } from '../../platform/tokens.ts';
import { listOwnEntries } from '../activities/public.ts';
import { getAssetSettings } from '../home/public.ts';
import { useExport } from './closing-store.ts';

export type ExportDataDeps = CorrectionRules & {
  readonly db: Database;
  readonly confirmations: number;
  /** Opens connections to sites. */
  readonly connectionBox: SecretBox;
};

/** Uses up the wish behind a token and gives the copy, piece by piece. Throws `NOT_FOUND` unless it is this person's and good. */
export async function startExport(
  deps: ExportDataDeps,
  { personId, token }: { readonly personId: PersonId; readonly token: string },
): Promise<AsyncGenerator<string>> {
  if (!(await useExport(deps.db.kysely, personId, hashToken(token)))) throw problem('NOT_FOUND');
  return writeExport(deps, personId);
}

/** One JSON object; lists are read page by page, so that a long past needs no more memory than a short one. */
async function* writeExport(deps: ExportDataDeps, personId: PersonId): AsyncGenerator<string> {
  const db = deps.db.kysely;
  yield `{"account":${JSON.stringify(await describeAccount(db, personId))}`;
  yield `,"profile":${JSON.stringify(await getProfile(db, personId))}`;
  yield `,"discovery":${JSON.stringify(await getDiscovery(db, personId))}`;
  yield `,"preferences":${JSON.stringify(await getPreferences(db, deps, personId))}`;
  yield `,"agreements":${JSON.stringify((await showAgreements(db, personId)).accepted)}`;
  yield `,"wallets":${JSON.stringify(await describeWallets(db, personId))}`;
  yield `,"assetSettings":${JSON.stringify(await getAssetSettings(db, personId))}`;
  yield `,"addressBook":${JSON.stringify(await describeAddressBook(db, personId))}`;
  yield `,"priceAlerts":${JSON.stringify(await listOwnPriceAlerts(db, personId))}`;
  yield `,"connections":${JSON.stringify(await listOwnConnections(db, deps.connectionBox, personId))}`;
  yield `,"passkeys":${JSON.stringify(await describePasskeys(db, personId))}`;
  yield `,"activities":${JSON.stringify(await listOwnEntries(db, personId))}`;
  yield `,"complaints":${JSON.stringify(await listOwnComplaints(db, personId))}`;
  yield `,"levels":${JSON.stringify(await listOwnLevels(db, personId))}`;
  yield* writeList('sessions', async (cursor) => {
    const page = await listSessionHistory(db, { personId, cursor });
    return { items: page.sessions, nextCursor: page.nextCursor };
  });
  yield* writeList('records', async (cursor) => {
    const page = await listRecords(deps, { personId, filter: 'all', cursor, limit: 100 });
    return { items: page.records, nextCursor: page.nextCursor };
  });
  yield* writeList('messages', async (cursor) => {
    const page = await listMessages(db, { personId, kind: undefined, cursor });
    return { items: page.messages, nextCursor: page.nextCursor };
  });
  yield* writeList('securityEvents', async (cursor) => {
    const page = await listSecurityEvents(db, { personId, cursor });
    return { items: page.events, nextCursor: page.nextCursor };
  });
  yield '}\n';
}

type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

async function* writeList(name: string, read: (cursor: string | undefined) => Promise<Page>): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let cursor: string | undefined;
  let isFirst = true;
  do {
    const { items, nextCursor } = await read(cursor);
    const written = items.map((item) => JSON.stringify(item)).join(',');
    if (written !== '') yield `${isFirst ? '' : ','}${written}`;
    isFirst &&= written === '';
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  yield ']';
}

async function describeAccount(db: DbReader, personId: PersonId) {
  const [person, contact] = await Promise.all([getPerson(db, personId), getMainContact(db, personId)]);
  const { publicId, language, inviteCode, createdAt } = person;
  return toWire({ publicId, contact, language, inviteCode, createdAt });
}

async function describeWallets(db: DbReader, personId: PersonId) {
  const wallets = await listPersonWallets(db, personId);
  return Promise.all(
    wallets.map(async (wallet) => ({
      name: wallet.name,
      address: findShownAddress(wallet),
      balances: Object.fromEntries(
        [...(await getBalances(db, { walletId: wallet.id }))].map(([assetId, { posted }]) => [assetId, toWire(posted)]),
      ),
    })),
  );
}

async function describeAddressBook(db: DbReader, personId: PersonId) {
  const [entries, rules] = await Promise.all([listAddressEntries(db, personId), listAddressRules(db, personId)]);
  return toWire({
    entries: entries.map(({ label, address, addedAt }) => ({ label, address, addedAt })),
    rules: rules.map(({ rule, on, endsAt }) => ({ rule, on, endsAt })),
  });
}

async function describePasskeys(db: DbReader, personId: PersonId) {
  return (await listPasskeys(db, personId)).map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt }));
}
