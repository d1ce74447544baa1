import { randomBytes, randomInt } from 'node:crypto';
import { newId, type PersonId, type WalletConnectionId, type WalletId } from '@tern/base/ids';
import { findAddressFromBytes, type TronAddress } from '@tern/tron/address';
import type { SealedAddress } from '@tern/tron/signer-protocol';
import { chainIdOf } from '@tern/wallet-connection/chain-id';
import { sql } from 'kysely';
import { authorizeTransfer } from '../../factors/testing/authorize-transfer.ts';
import {
  goodTradePassword,
  homeOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../../identity/testing/identity-world.ts';
import { approveConnection, type ApproveConnectionDeps } from '../approve-connection.ts';
import { connectionBox, secondsOf, type DeliveryDeps, type OpeningDeps, type RequestDeps } from '../deps.ts';
import { openConnection } from '../open-connection.ts';
import { takeDelivery, type Taken } from '../take-delivery.ts';
import { TestSite, type Said } from './test-site.ts';

export const chain = chainIdOf('00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc');

export type Settled = Registered & { readonly walletId: WalletId; readonly address: TronAddress };

export type Connected = { readonly id: WalletConnectionId; readonly site: TestSite };

/** For tests: people with wallets and trade passwords, and the worker that takes what sites say. */
export type ConnectionWorld = {
  readonly identity: IdentityWorld;
  readonly api: ApproveConnectionDeps & OpeningDeps & RequestDeps;
  readonly worker: DeliveryDeps;
  readonly nowSeconds: () => number;
  /** A new person with a wallet, at this address of a signer where one is given. */
  readonly settle: (at?: SealedAddress) => Promise<Settled>;
  readonly take: (delivery: Parameters<typeof takeDelivery>[1]) => Promise<Taken>;
  /** Opens the link of a new site, which proposes. */
  readonly propose: (person: Settled, changes?: object) => Promise<Connected>;
  readonly approve: (person: Settled, id: WalletConnectionId, tradePassword?: string) => Promise<void>;
  /** A connection that both ends know of. */
  readonly connect: (person: Settled) => Promise<Connected>;
  readonly read: (site: TestSite) => Promise<readonly Said[]>;
  /** What the account's history says of connections, the oldest first; at one moment of the tests' clock by its name. */
  readonly history: (
    personId: PersonId,
  ) => Promise<readonly { readonly kind: string; readonly detail: string | null }[]>;
};

export async function openConnectionWorld(): Promise<ConnectionWorld> {
  const identity = await openIdentityWorld();
  const { database, clock, deps } = identity;
  const box = connectionBox([randomBytes(32)]);
  const metadata = { name: 'Testwallet', description: '', url: 'https://wallet.test', icons: [] };
  const authorize: ApproveConnectionDeps['authorize'] = (given) => authorizeTransfer(deps, given);
  const api = { ...deps, box, authorize, chain, metadata, isOffered: true, contracts: {} };
  const sites = { allowLoopback: false, ownHosts: ['wallet.test'] };
  const worker = { db: database.asWorker, clock, box, chain, sites, productName: metadata.name };
  const nowSeconds = (): number => secondsOf(clock);
  const take: ConnectionWorld['take'] = (delivery) => takeDelivery(worker, delivery);
  const read = (site: TestSite): Promise<readonly Said[]> => site.read(database.db);

  const settle = async (at?: SealedAddress): Promise<Settled> => {
    const person = await identity.registerPerson();
    await identity.setUpTradePassword(person);
    const walletId = newId<WalletId>();
    const { index, address, mac } = at ?? { index: randomInt(2 ** 30), address: newAddress(), mac: 'mac' };
    await sql`
      INSERT INTO address_pool (derivation_index, address, mac, assigned_at)
      VALUES (${index}, ${address}, ${mac}, now())`.execute(database.db.kysely);
    await sql`
      INSERT INTO wallets (id, person_id, name, address, position, is_default, hide_when_empty)
      VALUES (${walletId}, ${person.personId}, 'Wallet', ${address}, 1, true, false)`.execute(database.db.kysely);
    return { ...person, walletId, address };
  };
  const propose: ConnectionWorld['propose'] = async (person, changes = {}) => {
    const site = new TestSite(chain);
    const id = await openConnection(api, person, { link: site.link, walletId: person.walletId });
    await take(site.propose(changes));
    return { id, site };
  };
  const approve: ConnectionWorld['approve'] = (session, id, tradePassword = goodTradePassword) =>
    approveConnection(api, { session, id, tradePassword, origin: homeOrigin });
  const connect: ConnectionWorld['connect'] = async (person) => {
    const connected = await propose(person);
    await approve(person, connected.id);
    const [, settlement] = await settlementOf(read, connected.site);
    await take(connected.site.deliver({ id: settlement.id, jsonrpc: '2.0', result: true }));
    return connected;
  };
  return {
    ...{ identity, api, worker, nowSeconds, settle, take, propose, approve, connect, read },
    history: async (personId) => {
      const { rows } = await sql<{ kind: string; detail: string | null }>`
        SELECT kind, detail FROM security_events WHERE person_id = ${personId} AND kind LIKE 'site-%'
        ORDER BY at, kind`.execute(database.db.kysely);
      return rows;
    },
  };
}

/** The site reads the answer to its proposal, and by the key in it the settlement. */
async function settlementOf(read: ConnectionWorld['read'], site: TestSite): Promise<readonly [Said, Said]> {
  const [answered, settlement] = await read(site);
  if (answered === undefined || settlement === undefined) throw new Error('the site was not answered');
  return [answered, settlement];
}

function newAddress(): TronAddress {
  const address = findAddressFromBytes(Buffer.concat([Buffer.of(0x41), randomBytes(20)]));
  if (address === undefined) throw new Error('not an address');
  return address;
}
