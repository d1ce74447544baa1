import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '@tern/db/database';
import type { ChainId } from '@tern/wallet-connection/chain-id';
import { openEnvelope, sealEnvelope } from '@tern/wallet-connection/envelope';
import { deriveSymKey, generateKeyPair, topicOf, type PublicKey, type SymKey } from '@tern/wallet-connection/keys';
import type { Delivery } from '@tern/wallet-connection/relay-frames';
import { sql } from 'kysely';

export type Said = Readonly<Record<string, unknown>> & { readonly id: number };

/** For tests: the site's end of one link, by hand, so that it can say what no honest site says. */
export class TestSite {
  readonly symKey = randomBytes(32).toString('hex') as SymKey;
  readonly topic = topicOf(this.symKey);
  readonly link = `wc:${this.topic}@2?relay-protocol=irn&symKey=${this.symKey}`;
  readonly #keys = generateKeyPair();
  readonly #chain: ChainId;
  #connectionKey: SymKey | undefined;

  constructor(chain: ChainId) {
    this.#chain = chain;
  }

  /** What the relay brings when the site says this, under the link's key or the connection's. */
  deliver(payload: object, key = this.#connectionKey ?? this.symKey): Delivery {
    return { topic: topicOf(key), message: sealEnvelope(key, JSON.stringify(payload)) };
  }

  propose(changes: object = {}, id = newId()): Delivery {
    const tron = { chains: [this.#chain], methods: ['tron_signMessage', 'tron_signTransaction'], events: [] };
    const metadata = { name: 'Harbour Market', description: '', url: 'https://app.harbour.example', icons: [] };
    const params = {
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey: this.#keys.publicKey, metadata },
      requiredNamespaces: {},
      optionalNamespaces: { tron },
      ...changes,
    };
    return this.deliver({ id, jsonrpc: '2.0', method: 'wc_sessionPropose', params }, this.symKey);
  }

  ask(address: string, nowSeconds: number, request: object = {}, id = newId()): Delivery {
    const asked = {
      method: 'tron_signMessage',
      params: { address, message: 'Sign in to Harbour Market' },
      expiryTimestamp: nowSeconds + 300,
      ...request,
    };
    const params = { request: asked, chainId: this.#chain };
    return this.deliver({ id, jsonrpc: '2.0', method: 'wc_sessionRequest', params });
  }

  /** Everything that waits for this site, taken away as the relay would; the key of the connection is learned on the way. */
  async read({ kysely }: Database): Promise<readonly Said[]> {
    const { rows } = await sql<{ id: string; topic: string; envelope: string }>`
      SELECT id::text, topic, envelope FROM connection_outbox ORDER BY connection_outbox.id`.execute(kysely);
    const said: Said[] = [];
    for (const { id, topic, envelope } of rows) {
      const key = [this.symKey, this.#connectionKey].find((each) => each !== undefined && topicOf(each) === topic);
      if (key === undefined) continue;
      await sql`DELETE FROM connection_outbox WHERE id = ${id}`.execute(kysely);
      const opened = openEnvelope(envelope, key);
      if ('refusal' in opened) throw new Error(opened.refusal);
      const payload = JSON.parse(opened.text) as Said & { readonly result?: { readonly responderPublicKey?: string } };
      said.push(payload);
      const responder = payload.result?.responderPublicKey;
      if (responder !== undefined) this.#connectionKey = deriveSymKey(this.#keys.privateKey, responder as PublicKey);
    }
    return said;
  }

  get connectionKey(): SymKey {
    if (this.#connectionKey === undefined) throw new Error('not connected');
    return this.#connectionKey;
  }
}

/** As the ecosystem's clients make theirs, at no certain time. */
export function newId(): number {
  return randomInt(1, 2 ** 47);
}
