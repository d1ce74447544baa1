import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import { sql } from 'kysely';
import type { TestApi } from './open-test-api.ts';

type Person = { readonly id: string; readonly wallet: string };
type Made = { readonly id: string; readonly input?: object };
type Case<Asker> = {
  readonly make: (person: Person) => Promise<Made>;
  readonly factors?: 'both';
  readonly own?: (asker: Asker) => Promise<object>;
};

const site = { host: 'app.harbour.example', hasOtherLetters: false, name: 'Harbour Market' };
const inAnHour = () => Math.floor(systemClock.nowMs() / 1_000) + 3_600;
const newKey = () => {
  const symKey = randomBytes(32).toString('hex');
  return { symKey, topic: createHash('sha256').update(Buffer.from(symKey, 'hex')).digest('hex') };
};

/** For tests: the cases of everything with an id that belongs to a person’s connections to sites. */
export function connectionCases<Asker extends Person>(
  api: () => TestApi,
  {
    tradePassword,
    bothFactors,
  }: { readonly tradePassword: string; readonly bothFactors: (person: Asker) => Promise<object> },
): Readonly<Record<string, Case<Asker>>> {
  const insert = async (
    { id: personId, wallet }: Person,
    phase: string,
    protocol: { readonly pairing: object } | { readonly connection: object },
  ): Promise<Made> => {
    const [id, { topic }] = [randomUUID(), newKey()];
    const sealed = api().connectionBox.seal(JSON.stringify(protocol), `wallet connection:${id}`);
    await sql`
      INSERT INTO wallet_connections (id, person_id, wallet_id, phase, link_topic, topic, sealed, expires_at)
      VALUES (${id}, ${personId}, ${wallet}, ${phase}, ${topic}, ${topic}, ${sealed}, now() + interval '1 hour')`.execute(
      api().database.db.kysely,
    );
    return { id };
  };
  const makeProposed = (person: Person) => {
    // Any bytes of this length are a key of the curve.
    const proposal = { id: 7, site, publicKey: newKey().symKey, methods: ['tron_signMessage'], expiresAt: inAnHour() };
    return insert(person, 'proposed', {
      pairing: { ...newKey(), expiresAt: inAnHour(), phase: 'proposed', proposal, received: 1 },
    });
  };
  const makeRequest = async (person: Person): Promise<Made> => {
    const asks = { kind: 'message', text: 'Sign in' };
    const connection = {
      ...{ ...newKey(), site, methods: ['tron_signMessage'], phase: 'active', address: 'T', chain: 'tron:0x00000000' },
      ...{ peerPublicKey: '', settleId: 1, expiresAt: inAnHour(), activeUntil: inAnHour(), remembered: [] },
      ...{ waiting: [{ id: 7, expiresAt: inAnHour(), asks }], minute: { startedAt: 0, messages: 0 } },
    };
    const { id: connectionId } = await insert(person, 'active', { connection });
    const id = randomUUID();
    const sealed = api().connectionBox.seal(JSON.stringify(asks), `connection request:${id}`);
    await sql`
      INSERT INTO connection_requests (id, connection_id, payload_id, kind, sealed, expires_at)
      VALUES (${id}, ${connectionId}, 7, 'message', ${sealed}, now() + interval '1 hour')`.execute(
      api().database.db.kysely,
    );
    return { id };
  };
  const makeLink = () => {
    const { symKey, topic } = newKey();
    return Promise.resolve({ link: `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}` });
  };
  return {
    'walletConnections.openConnection walletId': {
      make: (person) => Promise.resolve({ id: person.wallet }),
      own: makeLink,
    },
    'walletConnections.connection id': { make: makeProposed },
    'walletConnections.approveConnection id': { make: makeProposed, own: () => Promise.resolve({ tradePassword }) },
    'walletConnections.rejectConnection id': { make: makeProposed },
    'walletConnections.endConnection id': { make: makeProposed },
    'walletConnections.request id': { make: makeRequest },
    'walletConnections.signMessage id': {
      make: makeRequest,
      own: async (asker) => {
        const { label: _label, ...factors } = (await bothFactors(asker)) as { readonly label: string };
        return { ...factors, hash: createHash('sha256').update('Sign in').digest('hex') };
      },
      factors: 'both',
    },
    'walletConnections.rejectRequest id': { make: makeRequest },
  };
}
