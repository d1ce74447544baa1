import { randomBytes } from 'node:crypto';
import { call } from '@orpc/server';
import { systemClock } from '@tern/base/clock';
import type { ConnectionRequestId, WalletConnectionId, WalletId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import type { TestDatabase } from '@tern/testkit/database';
import type { TronAddress } from '@tern/tron/address';
import type { ApiContext, ApiSession } from '../../../platform/api-context.ts';
import { homeOrigin } from '../../identity/testing/identity-world.ts';
import { hashText } from '../agree-to-sign.ts';
import { approveConnection } from '../approve-connection.ts';
import { connectionBox, secondsOf } from '../deps.ts';
import { listRequests } from '../list-requests.ts';
import { openConnection } from '../open-connection.ts';
import { walletConnectionsRouter } from '../routes.ts';
import { takeDelivery } from '../take-delivery.ts';
import { chain } from './connection-world.ts';
import { TestSite } from './test-site.ts';

type Person = ApiSession & { readonly walletId: WalletId; readonly address: TronAddress };
type Change = (
  person: Person,
  context: { readonly context: ApiContext },
) => Promise<(db: Database) => Promise<unknown>>;

const text = 'Sign in to Harbour Market';
const tradePassword = '739461';

/** For tests: every change of connections to sites, by the name of its route. All factors are right. */
export function connectionChanges(world: () => TestDatabase): Readonly<Record<string, Change>> {
  const box = connectionBox([randomBytes(32)]);
  const metadata = { name: 'Testwallet', description: '', url: 'https://wallet.test', icons: [] };
  const depsOf = (db: Database) => ({
    ...{ db, box, chain, metadata, clock: systemClock, isOffered: true, contracts: {} },
    authorize: () => Promise.resolve(),
  });
  const routes = (db: Database) => walletConnectionsRouter(depsOf(db));
  const take = (delivery: Parameters<typeof takeDelivery>[1]) =>
    takeDelivery({ ...depsOf(world().asWorker), sites: {}, productName: metadata.name }, delivery);

  const propose = async (person: Person): Promise<{ readonly id: WalletConnectionId; readonly site: TestSite }> => {
    const site = new TestSite(chain);
    const id = await openConnection(depsOf(world().asApi), person, { link: site.link, walletId: person.walletId });
    await take(site.propose());
    return { id, site };
  };
  const ask = async (person: Person): Promise<ConnectionRequestId> => {
    const { id, site } = await propose(person);
    const deps = depsOf(world().asApi);
    await approveConnection(deps, { session: person, id, tradePassword, origin: homeOrigin });
    const [, settlement] = await site.read(world().db);
    await take(site.deliver({ id: settlement?.id, jsonrpc: '2.0', result: true }));
    const params = { address: person.address, message: text };
    await take(site.ask(person.address, secondsOf(systemClock), { params }));
    const [request] = await listRequests(deps, person.personId);
    if (request === undefined) throw new Error('the site’s request was not taken');
    return request.id;
  };
  return {
    'walletConnections.openConnection': ({ walletId }, context) =>
      Promise.resolve((db: Database) =>
        call(routes(db).openConnection, { link: new TestSite(chain).link, walletId }, context),
      ),
    'walletConnections.approveConnection': async (person, context) => {
      const { id } = await propose(person);
      return (db) => call(routes(db).approveConnection, { id, tradePassword }, context);
    },
    'walletConnections.rejectConnection': async (person, context) => {
      const { id } = await propose(person);
      return (db) => call(routes(db).rejectConnection, { id }, context);
    },
    'walletConnections.endConnection': async (person, context) => {
      const { id } = await propose(person);
      return (db) => call(routes(db).endConnection, { id }, context);
    },
    'walletConnections.signMessage': async (person, context) => {
      const id = await ask(person);
      const given = { id, hash: hashText(text), tradePassword, authenticatorCode: '123456' };
      return (db) => call(routes(db).signMessage, given, context);
    },
    'walletConnections.rejectRequest': async (person, context) => {
      const id = await ask(person);
      return (db) => call(routes(db).rejectRequest, { id }, context);
    },
  };
}
