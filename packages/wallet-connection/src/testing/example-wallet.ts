import { randomBytes } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import { answerRequest, type Answer } from '../answer-request.ts';
import { approveProposal } from '../approve-proposal.ts';
import type { Connection } from '../connection.ts';
import { endConnection } from '../end-connection.ts';
import { generateKeyPair } from '../keys.ts';
import { openPayload } from '../open-payload.ts';
import { openRelay, type Relay } from '../open-relay.ts';
import { sealOutgoing, type Outgoing } from '../outgoing.ts';
import { openPairing, receiveOnPairing, rejectProposal, type Pairing } from '../pairing.ts';
import { parseLink } from '../parse-link.ts';
import { newPayloadId } from '../payload-id.ts';
import type { Proposal } from '../read-proposal.ts';
import type { SiteRequest } from '../read-request.ts';
import { receiveOnConnection } from '../receive-on-connection.ts';
import type { Delivery } from '../relay-frames.ts';
import { address, chain } from './example-site.ts';

/** The functions of this package put together as a server would, for one person, in memory. */
export class ExampleWallet {
  readonly #proposals = new Mailbox<Proposal>();
  readonly requests = new Mailbox<SiteRequest>();
  readonly ends = new Mailbox<Connection>();
  #relay: Relay | undefined;
  #pairing: Pairing | undefined;
  #connection: Connection | undefined;

  async open(url: string): Promise<void> {
    const options = { url, projectId: 'test', seed: randomBytes(32), clock: systemClock };
    this.#relay = await openRelay({ ...options, onDelivery: (delivery) => this.#receive(delivery) });
  }

  async pair(link: string): Promise<void> {
    const read = parseLink(link, seconds());
    if ('refusal' in read) throw new Error(read.refusal);
    this.#pairing = openPairing(read);
    await this.relay.subscribe(read.topic);
  }

  async scan(link: string): Promise<Proposal> {
    await this.pair(link);
    return this.#proposals.next();
  }

  async approve(): Promise<Connection> {
    const pairing = this.pairing;
    const metadata = { name: 'Example wallet', description: '', url: 'https://wallet.example', icons: [] };
    const settleId = newPayloadId(systemClock.nowMs());
    const wallet = { address, chain, metadata, keys: generateKeyPair(), settleId, nowSeconds: seconds() };
    const approval = approveProposal(pairing, wallet);
    if ('refusal' in approval) throw new Error(approval.refusal);
    this.#pairing = approval.pairing;
    this.#connection = approval.connection;
    await this.relay.subscribe(approval.connection.topic);
    await this.#send([approval.onPairing], pairing);
    await this.#send([approval.onConnection], approval.connection);
    return approval.connection;
  }

  async reject(): Promise<void> {
    const step = rejectProposal(this.pairing);
    this.#pairing = step.pairing;
    await this.#send(step.outgoing, step.pairing);
  }

  async answer(id: number, given: Answer): Promise<void> {
    const answered = answerRequest(this.connection, id, given, seconds());
    if ('refusal' in answered) throw new Error(answered.refusal);
    this.#connection = answered.connection;
    await this.#send([answered.outgoing], answered.connection);
  }

  async end(): Promise<void> {
    const ended = endConnection(this.connection, newPayloadId(systemClock.nowMs()));
    this.#connection = ended.connection;
    await this.#send(ended.outgoing, ended.connection);
  }

  async close(): Promise<void> {
    this.relay.close();
    await this.relay.closed;
  }

  get connection(): Connection {
    if (this.#connection === undefined) throw new Error('not connected');
    return this.#connection;
  }

  get relay(): Relay {
    if (this.#relay === undefined) throw new Error('not opened');
    return this.#relay;
  }

  get pairing(): Pairing {
    if (this.#pairing === undefined) throw new Error('nothing scanned');
    return this.#pairing;
  }

  async #receive({ topic, message }: Delivery): Promise<void> {
    if (topic === this.#connection?.topic) await this.#receiveOnConnection(this.#connection, message);
    else if (topic === this.#pairing?.topic) {
      const payload = openPayload(message, this.#pairing.symKey);
      if ('refusal' in payload) return;
      const step = receiveOnPairing(this.#pairing, payload, { chain, nowSeconds: seconds() });
      this.#pairing = step.pairing;
      if (step.proposal !== undefined) this.#proposals.put(step.proposal);
      await this.#send(step.outgoing, step.pairing);
    }
  }

  async #receiveOnConnection(connection: Connection, message: string): Promise<void> {
    const payload = openPayload(message, connection.symKey);
    if ('refusal' in payload) return;
    const step = receiveOnConnection(connection, payload, seconds());
    this.#connection = step.connection;
    if (step.request !== undefined) this.requests.put(step.request);
    await this.#send(step.outgoing, connection);
    if (step.connection.phase === 'over') this.ends.put(step.connection);
  }

  async #send(outgoing: readonly Outgoing[], { symKey }: Pick<Connection, 'symKey'>): Promise<void> {
    for (const each of outgoing) await this.relay.publish(sealOutgoing(each, symKey));
  }
}

/** Things that come, one after the other, for whoever waits for them. */
class Mailbox<Thing> {
  readonly #things: Thing[] = [];
  readonly #takers: ((thing: Thing) => void)[] = [];

  put(thing: Thing): void {
    const take = this.#takers.shift();
    if (take === undefined) this.#things.push(thing);
    else take(thing);
  }

  next(): Promise<Thing> {
    const thing = this.#things.shift();
    return thing === undefined ? new Promise((resolve) => this.#takers.push(resolve)) : Promise.resolve(thing);
  }
}

function seconds(): number {
  return Math.floor(systemClock.nowMs() / 1_000);
}
