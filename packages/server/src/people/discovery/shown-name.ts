import { problem } from '@tern/contracts/problem';
import { isVisibleText, readLine } from '../../platform/visible-text.ts';
import { foldName } from './fold-name.ts';

/** Letters with their marks, and single spaces, hyphens, dots and apostrophes between or after them; nothing like a number, an address or a link. */
const shape = /^\p{L}\p{M}*(?:[\p{L}\p{M}\u200C\u200D]|[ '’-](?=\p{L})|\.(?= |$))*$/u;

/** Writing systems that use several scripts in one word. Any other name keeps to one script. */
const scriptSets: readonly RegExp[] = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]+$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}]+$/u,
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil'],
  ...['Telugu', 'Thai', 'Tibetan'],
].map((set) => (typeof set === 'string' ? new RegExp(`^\\p{Script=${set}}+$`, 'u') : set));

/** What a service calls itself, in any part of a name. */
const reservedParts = [
  ...['support', 'admin', 'official', 'helpdesk', 'customerservice', 'customercare', 'security', 'moderator'],
  ...['soporte', 'suporte', 'assistenza', 'kundendienst', 'kundenservice', 'offiziell', 'destek', 'bantuan', 'resmi'],
  ...['поддержка', 'підтримка', 'официальный', 'администратор', 'безопасность', 'служба', 'υποστηριξη'],
  ...[
    '客服',
    '支持',
    '官方',
    '管理员',
    '管理員',
    '客戶服務',
    'サポート',
    '公式',
    '運営',
    '고객센터',
    '고객지원',
    '공식',
    '관리자',
  ],
  ...['دعم', 'الدعم', 'پشتیبانی', 'תמיכה', 'सहायता', 'সহায়তা', 'ฝ่ายบริการ', 'hotro', 'pomoc', 'podpora', 'wsparcie'],
].map(foldName);

/** The same as whole words only: they are parts of real names. */
const reservedWords: ReadonlySet<string> = new Set(
  ['team', 'staff', 'service', 'help', 'wallet', 'bank', 'refund', 'system', 'bot', 'tron', 'tether', 'usdt'].map(
    foldName,
  ),
);

const nameCharactersMin = 2;
const nameCharactersMax = 40;

/**
 * The name that senders see, in its one form. Throws `SHOWN_NAME_INVALID`, or `SHOWN_NAME_RESERVED` for one that reads
 * like the service: the product's own name, whatever letters it is made to look with, and words for its staff.
 */
export function readShownName(typed: string, productName: string): string {
  const name = readLine(typed);
  const characters = [...name].length;
  const letters = name.replaceAll(/[^\p{L}]/gu, '').replaceAll(/\p{Script=Common}/gu, '');
  const wellFormed =
    characters >= nameCharactersMin &&
    characters <= nameCharactersMax &&
    isVisibleText(name) &&
    shape.test(name) &&
    scriptSets.some((set) => set.test(letters));
  if (!wellFormed) throw problem('SHOWN_NAME_INVALID');
  if (isReservedName(name, productName)) throw problem('SHOWN_NAME_RESERVED');
  return name;
}

/** Whether a name reads like the service: the product's own name, or words for its staff. */
export function isReservedName(name: string, productName: string): boolean {
  const words = name.split(/[ '’.-]+/u).map(foldName);
  const whole = words.join('');
  const product = foldName(productName);
  if (reservedParts.some((part) => whole.includes(part))) return true;
  if (words.some((word) => reservedWords.has(word) || word === product)) return true;
  // Spaced out or with a word for staff right behind it; a longer real name may hold the product's letters.
  return whole === product || [...reservedWords].some((word) => whole === product + word || whole === word + product);
}
