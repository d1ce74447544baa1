import { expect, test } from 'vitest';
import { applyEdit } from './edit.ts';
import { operators } from './operators.ts';
import { tokenize } from './sql-tokens.ts';

/** Every text that one operator makes of another. */
function mutantsOf(name: string, text: string): readonly string[] {
  const operator = operators.find((candidate) => candidate.name === name);
  return operator?.find(tokenize(text)).map((edit) => applyEdit(text, edit)) ?? [];
}

test.each([
  [
    'each operand of AND asks nothing',
    'SELECT a FROM t WHERE b = 1 AND NOT c',
    ['SELECT a FROM t WHERE true AND NOT c', 'SELECT a FROM t WHERE b = 1 AND true'],
  ],
  ['each operand of OR finds nothing', 'CHECK (a OR b > 0)', ['CHECK (false OR b > 0)', 'CHECK (a OR false)']],
  [
    'a condition with one operand asks nothing',
    'DELETE FROM t WHERE a = 1 RETURNING id',
    ['DELETE FROM t WHERE true RETURNING id'],
  ],
  [
    'an IF with one operand never holds',
    'IF a < b THEN PERFORM refuse(); END IF;',
    ['IF false THEN PERFORM refuse(); END IF;'],
  ],
  ['the AND of BETWEEN is no such word', 'SELECT 1 WHERE a BETWEEN 1 AND 2', ['SELECT 1 WHERE true']],
  [
    'a CASE is one operand',
    "SELECT 1 WHERE CASE a WHEN 'x' THEN b ELSE true END AND c",
    ['SELECT 1 WHERE true AND c', "SELECT 1 WHERE CASE a WHEN 'x' THEN b ELSE true END AND true"],
  ],
  [
    'what is in brackets has operands of its own',
    'SELECT (a AND b) IS TRUE',
    ['SELECT (true AND b) IS TRUE', 'SELECT (a AND true) IS TRUE'],
  ],
  ['ON of a conflict is no condition', 'INSERT INTO t VALUES (1) ON CONFLICT (a) DO NOTHING', []],
  [
    'IS DISTINCT FROM does not end an operand',
    'SELECT 1 WHERE a IS DISTINCT FROM b AND c',
    ['SELECT 1 WHERE true AND c', 'SELECT 1 WHERE a IS DISTINCT FROM b AND true'],
  ],
  ['a comment is not read', 'SELECT 1 -- a AND b', []],
  ['what is in a string is not read', "SELECT 'a AND b'", []],
])('drop-conjunct: %s', (_, text, expected) => {
  expect(mutantsOf('drop-conjunct', text)).toEqual(expected);
});

test.each([
  ['comparisons by one unit', 'WHERE a < b', ['WHERE a <= b']],
  ['an equality', 'WHERE a = ANY (b)', ['WHERE a <> ANY (b)']],
  ['not an assignment', 'UPDATE t SET a = 1, b = 2 WHERE c = 3', ['UPDATE t SET a = 1, b = 2 WHERE c <> 3']],
  [
    'a comparison within an assignment',
    'UPDATE t SET a = CASE WHEN b = 1 THEN 2 END',
    ['UPDATE t SET a = CASE WHEN b <> 1 THEN 2 END'],
  ],
  ['IS NOT', 'WHERE a IS NOT NULL', ['WHERE a IS NULL']],
  ['NOT EXISTS', 'IF NOT EXISTS (SELECT) THEN', ['IF EXISTS (SELECT) THEN']],
  [
    'not what an error is asked for',
    'GET STACKED DIAGNOSTICS refusal = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL',
    [],
  ],
  ['not the code of an error', "RAISE EXCEPTION 'x' USING ERRCODE = 'y'", []],
])('flip-comparison: %s', (_, text, expected) => {
  expect(mutantsOf('flip-comparison', text)).toEqual(expected);
});

test.each([
  [
    'drop-lock',
    'SELECT 1 FROM t FOR UPDATE OF t SKIP LOCKED',
    ['SELECT 1 FROM t ', 'SELECT 1 FROM t FOR UPDATE OF t '],
  ],
  ['drop-lock', 'SELECT 1 FROM t FOR NO KEY UPDATE;', ['SELECT 1 FROM t ;']],
  ['drop-lock', 'PERFORM ledger.lock_accounts(a || b); PERFORM ledger.check(c);', ['NULL; PERFORM ledger.check(c);']],
  ['drop-lock', 'PERFORM ledger.block(a);', []],
  ['drop-lock', 'SELECT pg_advisory_xact_lock(hash(a), 0) FROM t', ['SELECT NULL FROM t']],
  ['drop-lock', 'PERFORM pg_advisory_xact_lock(1);', ['PERFORM NULL;']],
  ['swap-sides', 'p_debit := p_credit;', ['p_credit := p_credit;', 'p_debit := p_debit;']],
  [
    'swap-sides',
    "IF side = 'credit' THEN total_debit := 1; END IF;",
    ["IF side = 'debit' THEN total_debit := 1; END IF;"],
  ],
  ['flip-sign', 'a - b + 1', ['a + b + 1', 'a - b - 1']],
  ['flip-sign', "a -> 'b'", []],
  ['wrong-interval', "now() - interval '24 hours'", ["now() - interval '48 hours'"]],
  ['wrong-interval', "now() - '01:30:00'::interval", ["now() - '02:30:00'::interval"]],
  ['wrong-interval', 'make_interval(secs => a / 2)', ['make_interval(secs => 2 * a / 2)']],
  ['wrong-interval', "SELECT '24 hours'", []],
])('%s: %s', (operator, text, expected) => {
  expect(mutantsOf(operator, text)).toEqual(expected);
});
