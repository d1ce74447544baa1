import { isKeyText, topicOf, type SymKey, type Topic } from './keys.ts';
import { limits } from './limits.ts';
import type { LinkRefusal, Refused } from './refusal.ts';

/** What a `wc:` link holds: a mailbox in which the site left its proposal. */
export type PairingLink = {
  readonly topic: Topic;
  readonly symKey: SymKey;
  /** Seconds since 1970; at most five minutes from when the link was read. */
  readonly expiresAt: number;
};

const ours = ['symKey', 'relay-protocol', 'expiryTimestamp'] as const;

/**
 * Reads a link of WalletConnect version 2, with or without the `//` that some phones put behind the scheme. It never
 * throws and trims nothing. Parameters of others do not matter, but none of ours may stand twice. The topic has to be
 * the hash of the key: otherwise somebody could lead messages of one mailbox to the key of another.
 *
 * @example
 * parseLink(`wc:${topic}@2?relay-protocol=irn&symKey=${key}`, now); // → { topic, symKey, expiresAt: now + 300 }
 * parseLink('wc:00e4…@1?bridge=…&key=…', now); // → { refusal: 'old-version' }
 */
export function parseLink(link: string, nowSeconds: number): PairingLink | Refused<LinkRefusal> {
  if (link.length > limits.linkChars) return { refusal: 'link-too-long' };
  const [, named = '', version, query = ''] = /^wc:(?:\/\/)?([^@?#]*)@(\d{1,3})\?([^#]*)$/i.exec(link) ?? [];
  if (version === undefined) return { refusal: 'not-a-link' };
  if (version !== '2') return { refusal: version === '1' ? 'old-version' : 'not-a-link' };
  const parameters = new URLSearchParams(query);
  if (ours.some((name) => parameters.getAll(name).length > 1)) return { refusal: 'repeated-parameter' };
  const symKey = parameters.get('symKey') ?? '';
  if (!isKeyText(named)) return { refusal: 'bad-topic' };
  if (!isKeyText(symKey)) return { refusal: 'bad-key' };
  const topic = topicOf(symKey as SymKey);
  if (topic !== named) return { refusal: 'topic-mismatch' };
  if (parameters.get('relay-protocol') !== 'irn') return { refusal: 'other-relay' };
  const expiresAt = readExpiry(parameters.get('expiryTimestamp'), nowSeconds);
  return typeof expiresAt === 'number' ? { topic, symKey: symKey as SymKey, expiresAt } : expiresAt;
}

function readExpiry(text: string | null, nowSeconds: number): number | Refused<LinkRefusal> {
  const latest = nowSeconds + limits.linkSeconds;
  if (text === null) return latest;
  if (!/^\d{1,12}$/.test(text)) return { refusal: 'bad-expiry' };
  const expiresAt = Number(text);
  return expiresAt <= nowSeconds ? { refusal: 'link-expired' } : Math.min(expiresAt, latest);
}
