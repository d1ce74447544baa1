import type { Edit } from '../mutate/edit.ts';
import { listConditions } from '../mutate/find-conditions.ts';
import { operators } from '../mutate/operators.ts';
import { findTemplates } from '../mutate/source-subjects.ts';
import { tokenize, type Token } from '../mutate/sql-tokens.ts';
import type { Fault } from './fault.ts';

type Piece = { readonly tokens: readonly Token[]; readonly text: string; readonly start: number };

/** Whether SQL in the symbol has a condition that mentions all names. */
export function hasConditionInSql(source: string, fault: Fault): boolean {
  return conditionsOf(textsOf(source, fault), fault.mentions).length > 0;
}

/** The change that plants a fault in SQL. Throws where what it is in is gone, or is there more than once. */
export function plantInSql(source: string, fault: Fault): Edit {
  const texts = textsOf(source, fault);
  if (fault.operator === 'drop-lock' || fault.operator === 'reverse-order')
    return only(
      texts.flatMap((piece) => changesOf(piece, fault)),
      fault,
    );
  const { tokens, start } = only(conditionsOf(texts, fault.mentions), fault);
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`an empty condition in ${fault.in}`);
  const whole = { start: start + first.start, end: start + last.end };
  if (fault.operator === 'always') return { ...whole, text: 'true' };
  if (fault.operator === 'never') return { ...whole, text: 'false' };
  if (fault.operator === 'compare') {
    const sign = only(
      tokens.filter(({ kind, text }) => kind === 'sign' && /^(?:[<>]=?|=|<>)$/.test(text)),
      fault,
    );
    return { start: start + sign.start, end: start + sign.end, text: fault.by };
  }
  if (fault.operator === 'drop-term') return dropTerm(tokens, start, fault);
  throw new Error(`${fault.operator} is not for SQL`);
}

/** The templates of a function, or the whole of a file that defines it. */
function textsOf(source: string, fault: Fault): readonly Omit<Piece, 'tokens'>[] {
  if (!fault.file.endsWith('.sql')) return findTemplates(source).filter(({ symbol }) => symbol === fault.in);
  if (!source.includes(`FUNCTION ${fault.in}(`)) throw new Error(`there is no ${fault.in}`);
  return [{ text: source, start: 0 }];
}

function conditionsOf(texts: readonly Omit<Piece, 'tokens'>[], mentions: readonly string[]): readonly Piece[] {
  const found = texts.flatMap((piece) =>
    listConditions(tokenize(piece.text))
      .map(({ tokens }) => ({ ...piece, tokens: within(tokenize(piece.text), tokens) }))
      .filter(({ tokens }) => mentions.every((name) => tokens.some((token) => isNamed(token, name)))),
  );
  const length = ({ tokens }: Piece): number => (tokens.at(-1)?.end ?? 0) - (tokens[0]?.start ?? 0);
  return found.filter((piece) => !found.some((other) => length(other) < length(piece) && isInside(other, piece)));
}

/** The tokens of an operand with what is in its brackets. */
function within(all: readonly Token[], own: readonly Token[]): readonly Token[] {
  const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
  return all.filter((token) => token.start >= start && token.end <= end);
}

function isInside(inner: Piece, outer: Piece): boolean {
  const [from, to] = [inner.start + (inner.tokens[0]?.start ?? 0), inner.start + (inner.tokens.at(-1)?.end ?? 0)];
  return from >= outer.start + (outer.tokens[0]?.start ?? 0) && to <= outer.start + (outer.tokens.at(-1)?.end ?? 0);
}

function isNamed({ text }: Token, name: string): boolean {
  return text === name || text === `'${name}'`;
}

/** A call that locks and mentions the names; or DESC after the names that a list is ordered by. */
function changesOf({ text, start }: Omit<Piece, 'tokens'>, { operator, mentions }: Fault): readonly Edit[] {
  const tokens = tokenize(text);
  const shift = (edit: Edit): Edit => ({ ...edit, start: start + edit.start, end: start + edit.end });
  if (operator === 'drop-lock') {
    const edits = operators.find(({ name }) => name === 'drop-lock')?.find(tokens) ?? [];
    return edits
      .filter((edit) =>
        mentions.every((name) => tokenize(text.slice(edit.start, edit.end)).some((token) => isNamed(token, name))),
      )
      .map(shift);
  }
  return tokens.flatMap((token, index) => {
    const isMeant = token.text === 'DESC' && mentions.includes(tokens[index - 1]?.text ?? '');
    return isMeant ? [shift({ start: token.start, end: token.end, text: '' })] : [];
  });
}

/** Without the sign, the name of the row and the name. */
function dropTerm(tokens: readonly Token[], start: number, fault: Fault): Edit {
  const [name = ''] = fault.mentions;
  const at = tokens.findIndex((token) => isNamed(token, name));
  const from = tokens[at - 1]?.text === '.' ? at - 3 : at - 1;
  const sign = tokens[from];
  if (sign === undefined || !['+', '-'].includes(sign.text))
    throw new Error(`${name} is no term of a sum in ${fault.in}`);
  return { start: start + sign.start, end: start + (tokens[at]?.end ?? 0), text: '' };
}

function only<Item>(items: readonly Item[], fault: Fault): Item {
  const [item, second] = items;
  const what = `${fault.operator} in ${fault.in} that mentions ${fault.mentions.join(', ')}`;
  if (item === undefined) throw new Error(`nothing to ${what}`);
  if (second !== undefined) throw new Error(`${items.length} places for ${what}`);
  return item;
}
