import { randomBytes } from 'node:crypto';
import type { Clock } from '@tern/base/clock';

export type Letter = {
  readonly id: string;
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
  readonly sender: string;
  readonly publishedAtMs: number;
  readonly expiresAtMs: number;
};

/** What is published, by topic, until somebody other than the sender has acknowledged it or it expires. */
export class Mailboxes {
  readonly #letters = new Map<string, Letter>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(letter: Omit<Letter, 'id' | 'publishedAtMs' | 'expiresAtMs'> & { readonly ttl: number }): Letter {
    const publishedAtMs = this.#clock.nowMs();
    const { ttl, ...rest } = letter;
    const whole = {
      ...rest,
      id: randomBytes(16).toString('hex'),
      publishedAtMs,
      expiresAtMs: publishedAtMs + ttl * 1_000,
    };
    this.#letters.set(whole.id, whole);
    return whole;
  }

  /** What waits on these topics for this client, oldest first. */
  waitingFor(client: string, topics: ReadonlySet<string>): readonly Letter[] {
    const now = this.#clock.nowMs();
    for (const { id, expiresAtMs } of this.#letters.values()) if (expiresAtMs <= now) this.#letters.delete(id);
    return [...this.#letters.values()].filter(({ sender, topic }) => sender !== client && topics.has(topic));
  }

  acknowledge(id: string): void {
    this.#letters.delete(id);
  }
}
