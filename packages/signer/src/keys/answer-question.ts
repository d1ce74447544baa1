import type { KeyPlace } from '@tern/vault/key-path';
import type { KeyAnswer } from './key-protocol.ts';
import type { KeyStore } from './key-store.ts';

const purposes: ReadonlySet<unknown> = new Set(['deposit', 'hot', 'fee', 'cold']);

/** Answers one line of the key protocol. There is no question for a key, and none that has a digest signed. */
export function answerQuestion(keys: KeyStore, line: string): KeyAnswer {
  try {
    const { ask, ...given } = JSON.parse(line) as { readonly ask?: unknown } & Readonly<Record<string, unknown>>;
    if (ask === 'address') return { answer: keys.addressAt(readPlace(given['place'])) };
    if (ask === 'sign')
      return {
        answer: keys.signRawTransaction(readPlace(given['place']), Buffer.from(readText(given['raw'], true), 'hex')),
      };
    if (ask === 'sign-message')
      return { answer: keys.signMessage(readPlace(given['place']), readUtf8(readText(given['text'], true))) };
    if (ask === 'sign-reserves')
      return { answer: keys.signReserves(readPlace(given['place']), readUtf8(readText(given['text'], true))) };
    if (ask === 'mac') return { answer: keys.mac(readText(given['label']), readText(given['text'])) };
    return { refused: 'there is no such question' };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : 'unreadable' };
  }
}

function readPlace(value: unknown): KeyPlace {
  const { purpose, index } = (value ?? {}) as { readonly purpose?: unknown; readonly index?: unknown };
  if (!purposes.has(purpose) || typeof index !== 'number') throw new Error('the place is unreadable');
  return { purpose: purpose as KeyPlace['purpose'], index };
}

function readUtf8(hex: string): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(hex, 'hex'));
}

function readText(value: unknown, isHex = false): string {
  if (typeof value !== 'string' || (isHex && !/^([0-9a-f]{2})+$/.test(value))) throw new Error('a text is unreadable');
  return value;
}
