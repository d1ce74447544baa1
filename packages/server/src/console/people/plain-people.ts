import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ServicePerson, ServicePersonDetail } from '@tern/contracts/routes/service-people';
import type { Database } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import { findActivatedAt } from '../../money/promotions/public.ts';
import { findFreezes } from '../../people/accounts/public.ts';
import { listPersonWallets } from '../../people/wallets/public.ts';
import { readPage } from '../../platform/read-page.ts';
import { findNamedPerson } from '../transactions/public.ts';
import { selectPeople, type FoundPerson } from './people-store.ts';

const pagePeople = 50;

/** Accounts by their numbers, newest first, without anything to recognise or reach their people by. Throws `NOT_FOUND` for a cursor of nobody. */
export async function listPlainPeople(
  db: Database,
  { after }: { readonly after?: string | undefined },
): Promise<{ people: ServicePerson[]; after: string | null }> {
  const before = after === undefined ? undefined : (await findByNumber(db, after)).id;
  const { page, last } = await readPage(pagePeople, (limit) =>
    selectPeople(db.kysely, { ...(before === undefined ? {} : { before }), limit }),
  );
  const freezes = await findFreezes(
    db.kysely,
    page.map(({ id }) => id),
  );
  return { people: page.map((person) => toPlain(person, freezes.has(person.id))), after: last?.publicId ?? null };
}

/** One account with its addresses and balances in base units. Throws `NOT_FOUND`. */
export async function showPlainPerson(
  db: Database,
  { number }: { readonly number: string },
): Promise<ServicePersonDetail> {
  const { kysely } = db;
  const { id } = await findByNumber(db, number);
  const [[person], freezes, activatedAt, wallets] = await Promise.all([
    selectPeople(kysely, { id, limit: 1 }),
    findFreezes(kysely, [id]),
    findActivatedAt(kysely, id),
    listPersonWallets(kysely, id),
  ]);
  if (person === undefined) throw problem('NOT_FOUND');
  return toWire({
    ...toPlain(person, freezes.has(id)),
    activatedAt: activatedAt ?? null,
    wallets: await Promise.all(
      wallets.map(async ({ id: walletId, address }) => ({
        address,
        balances: [...(await getBalances(kysely, { walletId }))].map(([asset, { available, held }]) => ({
          asset,
          available,
          held,
        })),
      })),
    ),
  });
}

async function findByNumber({ kysely }: Database, number: string) {
  const found = await findNamedPerson(kysely, {
    search: { as: 'number', publicId: number, amounts: [] },
    typed: number,
  });
  if (found === undefined) throw problem('NOT_FOUND');
  return found;
}

function toPlain({ publicId, state, createdAt }: FoundPerson, onHold: boolean): ServicePerson {
  return toWire({ number: publicId, state, onHold, since: createdAt });
}
