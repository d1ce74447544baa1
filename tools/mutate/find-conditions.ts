import type { Edit } from './edit.ts';
import type { Token } from './sql-tokens.ts';

/** One operand of AND or OR, or all of a condition that has no such words. */
export type Operand = { readonly tokens: readonly Token[]; readonly before: string; readonly after: string };

// The sources write the words of SQL in capitals and names in small letters, and so does PostgreSQL when it shows a view.
const ends = new Set(
  `SELECT FROM WHERE ON HAVING GROUP ORDER LIMIT OFFSET FETCH FOR RETURNING UNION EXCEPT INTERSECT WINDOW INTO AS SET VALUES
   JOIN INNER LEFT RIGHT FULL CROSS NATURAL USING DO THEN ELSE ELSIF IF WHEN END LOOP BEGIN DECLARE RETURN PERFORM
   EXECUTE CHECK CONTINUE EXIT WHILE AND OR ; , := =>`.split(/\s+/),
);

/** Where nothing would be left of a condition, what stands for “it asks nothing any more”. */
const emptied: Readonly<Record<string, string>> = {
  WHERE: 'true',
  ON: 'true',
  HAVING: 'true',
  IF: 'false',
  ELSIF: 'false',
  WHEN: 'false',
};

/**
 * An edit for each operand of each condition, by which it counts no longer: `true` in place of what stands beside an AND or
 * alone in WHERE, ON and HAVING, `false` in place of what stands beside an OR or alone in IF and WHEN.
 */
export function dropConjuncts(tokens: readonly Token[]): readonly Edit[] {
  return operandsOf(tokens).flatMap(({ tokens: own, before, after }) => {
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return [];
    const text = neutralText(before, after);
    const isAlready = own.length === 1 && /^(?:true|false)$/i.test(first.text);
    return text === undefined || isAlready ? [] : [{ start: first.start, end: last.end, text }];
  });
}

function neutralText(before: string, after: string): string | undefined {
  if (before === 'AND' || after === 'AND') return 'true';
  if (before === 'OR' || after === 'OR') return 'false';
  return emptied[before];
}

/** The operands of all conditions, in the order of the text. */
export function listConditions(tokens: readonly Token[]): readonly Operand[] {
  return operandsOf(tokens).filter(
    ({ tokens: own, before, after }) => own.length > 0 && neutralText(before, after) !== undefined,
  );
}

function operandsOf(tokens: readonly Token[]): readonly Operand[] {
  const frames = Map.groupBy(tokens, ({ frame }) => frame);
  return [...frames.values()].flatMap(splitFrame).toSorted((one, other) => startOf(one) - startOf(other));
}

function startOf({ tokens: [first] }: Operand): number {
  return first?.start ?? 0;
}

function splitFrame(tokens: readonly Token[]): readonly Operand[] {
  const operands: Operand[] = [];
  let before = '';
  let own: Token[] = [];
  let inBetween = false;
  let inSet = false;
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1]?.text;
    const isAssignment: boolean = inSet && token.text === '=' && before !== 'AND' && before !== 'OR';
    // What is between CASE and its END is in a frame of its own, and the two words belong to an operand as brackets do.
    const isCase = token.text === 'CASE' || (token.text === 'END' && previous === 'CASE');
    const isEnd =
      (ends.has(token.text) || isAssignment) &&
      !isCase &&
      !(token.text === 'AND' && inBetween) &&
      !(token.text === 'FROM' && previous === 'DISTINCT') &&
      !(token.kind === 'word' && previous === '.');
    if (token.text === 'BETWEEN') inBetween = true;
    else if (token.text === 'AND') inBetween = false;
    if (!isEnd) {
      own.push(token);
      continue;
    }
    operands.push({ tokens: own, before, after: token.text });
    if (token.text !== ',') inSet = token.text === 'SET' || (inSet && isAssignment);
    before = openerOf(tokens, index);
    own = [];
    inBetween = false;
  }
  return [...operands, { tokens: own, before, after: '' }];
}

/** The word that a condition begins with; empty for the same word in another sense. */
function openerOf(tokens: readonly Token[], index: number): string {
  const text = tokens[index]?.text ?? '';
  const [previous, next] = [tokens[index - 1]?.text, tokens[index + 1]?.text];
  if (text === 'IF' && (previous === 'END' || next === 'EXISTS' || next === ';')) return '';
  if (text === 'ON' && ['CONFLICT', 'UPDATE', 'DELETE'].includes(next ?? '')) return '';
  // Only of CONTINUE and EXIT: the others name an exception, or have a frame of their own.
  if (text === 'WHEN' && previous !== 'CONTINUE' && previous !== 'EXIT') return '';
  return text;
}
