import type { Edit } from './edit.ts';
import { dropConjuncts } from './find-conditions.ts';
import type { Token } from './sql-tokens.ts';

/** A way to make SQL wrong, wherever it fits. */
export type Operator = { readonly name: string; readonly find: (tokens: readonly Token[]) => readonly Edit[] };

/** In the order in which their mutants are numbered and run. */
export const operators: readonly Operator[] = [
  { name: 'drop-conjunct', find: dropConjuncts },
  { name: 'flip-comparison', find: flipComparisons },
  { name: 'drop-lock', find: dropLocks },
  { name: 'swap-sides', find: swapSides },
  { name: 'flip-sign', find: flipSigns },
  { name: 'wrong-interval', find: changeIntervals },
];

const flipped: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

function flipComparisons(tokens: readonly Token[]): readonly Edit[] {
  /** The last word of SQL in each frame: it tells a comparison from an assignment. */
  const clauses = new Map<number, string>();
  return tokens.flatMap((token, index) => {
    const { text, frame } = token;
    if (text === ';' || (token.kind === 'word' && /^[A-Z]{2,}$/.test(text) && text !== 'AS')) clauses.set(frame, text);
    const next = tokens[index + 1];
    if (text === 'IS' && next?.text === 'NOT') return [{ start: token.start, end: next.end, text: 'IS' }];
    if (text === 'IS' && next !== undefined) return [{ start: token.start, end: token.end, text: 'IS NOT' }];
    if (text === 'NOT' && next?.text === 'EXISTS') return [{ start: token.start, end: next.end, text: 'EXISTS' }];
    if (text === 'EXISTS' && !['NOT', 'IF'].includes(tokens[index - 1]?.text ?? ''))
      return [{ start: token.start, end: token.end, text: 'NOT EXISTS' }];
    const other = token.kind === 'sign' ? flipped[text] : undefined;
    const isAssignment = ['SET', 'USING', 'ERRCODE', 'DIAGNOSTICS'].includes(clauses.get(frame) ?? '');
    return other === undefined || isAssignment ? [] : [replace(token, other)];
  });
}

const strengths = new Set(['UPDATE', 'SHARE', 'NO', 'KEY']);

/** Without FOR UPDATE and its like, without SKIP LOCKED alone, and without calls of functions that lock. */
function dropLocks(tokens: readonly Token[]): readonly Edit[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    if (token.text === 'SKIP' && next?.text === 'LOCKED') return [{ start: token.start, end: next.end, text: '' }];
    if (token.text === 'FOR' && next !== undefined && strengths.has(next.text))
      return [{ start: token.start, end: endOfLock(tokens, index), text: '' }];
    if (token.text.startsWith('pg_advisory_xact_lock')) return dropAdvisoryLock(tokens, index);
    return token.text === 'PERFORM' ? dropLockingCall(tokens, index) : [];
  });
}

function endOfLock(tokens: readonly Token[], from: number): number {
  let last = from;
  const words = new Set([...strengths, 'OF', 'SKIP', 'LOCKED', 'NOWAIT']);
  for (let at = from + 1; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    const isName = tokens[at]?.kind === 'word' && ['OF', ','].includes(tokens[at - 1]?.text ?? '');
    if (!words.has(text) && !isName && text !== ',') break;
    last = at;
  }
  return tokens[last]?.end ?? 0;
}

function dropLockingCall(tokens: readonly Token[], from: number): readonly Edit[] {
  const start = tokens[from]?.start ?? 0;
  const end = tokens.findIndex(({ text }, at) => at > from && text === ';');
  const call = tokens.slice(
    from,
    tokens.findIndex(({ text }, at) => at > from && text === '('),
  );
  if (end === -1 || !call.some(({ kind, text }) => kind === 'word' && text.startsWith('lock'))) return [];
  return [{ start, end: tokens[end]?.start ?? 0, text: 'NULL' }];
}

/** NULL in place of the call, with its brackets. */
function dropAdvisoryLock(tokens: readonly Token[], from: number): readonly Edit[] {
  const end = tokens.findIndex(({ text, frame }, at) => at > from && text === ')' && frame === tokens[from]?.frame);
  return end === -1 ? [] : [{ start: tokens[from]?.start ?? 0, end: tokens[end]?.end ?? 0, text: 'NULL' }];
}

/** Debit for credit and the other way round, where the other name is known in the same text. */
function swapSides(tokens: readonly Token[]): readonly Edit[] {
  const known = new Set(tokens.map(({ text }) => text));
  return tokens.flatMap((token) => {
    if (token.kind !== 'word' && token.kind !== 'string') return [];
    const other = token.text.replaceAll(/debit|credit/g, (side) => (side === 'debit' ? 'credit' : 'debit'));
    const isSide = /^'(?:debit|credit)'$/.test(token.text);
    return other !== token.text && (isSide || (token.kind === 'word' && known.has(other)))
      ? [replace(token, other)]
      : [];
  });
}

function flipSigns(tokens: readonly Token[]): readonly Edit[] {
  return tokens.flatMap((token) => {
    if (token.kind !== 'sign' || !['+', '-'].includes(token.text)) return [];
    return [replace(token, token.text === '+' ? '-' : '+')];
  });
}

/** Twice as long: `interval '24 hours'`, `'1 day'::interval` and `make_interval(secs => …)`. */
function changeIntervals(tokens: readonly Token[]): readonly Edit[] {
  return tokens.flatMap((token, index) => {
    const [previous, next, afterNext] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
    if (token.kind === 'string') {
      const isInterval =
        /^interval$/i.test(previous?.text ?? '') || (next?.text === '::' && afterNext?.text === 'interval');
      const longer = token.text.replace(/[1-9]\d*/, (number) => String(2 * Number(number)));
      return isInterval && longer !== token.text ? [replace(token, longer)] : [];
    }
    const isPart = token.text === '=>' && /^(?:secs|mins|hours|days)$/.test(previous?.text ?? '');
    return isPart ? [replace(token, '=> 2 *')] : [];
  });
}

function replace({ start, end }: Token, text: string): Edit {
  return { start, end, text };
}
