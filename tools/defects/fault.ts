/**
 * A fault, described by what it is in and what it does. `in` is a function or constant at the top of the file, or the function
 * of a file of SQL. `mentions` are the names and texts that tell the piece from others of its kind: of several pieces that fit,
 * the smallest is meant.
 */
export type Fault = { readonly file: string; readonly in: string; readonly mentions: readonly string[] } & Change;

type Change =
  /** A condition, or a part of one, that holds whatever is the case. */
  | { readonly operator: 'always' }
  /** A condition, or a part of one, that never holds. */
  | { readonly operator: 'never' }
  /** Another comparison in the condition. */
  | { readonly operator: 'compare'; readonly by: string }
  /** An `if` whose question is asked and whose answer is not heeded. */
  | { readonly operator: 'ignore-answer' }
  /** The statement, missing. */
  | { readonly operator: 'remove-statement' }
  /** The statement after the one that follows it. */
  | { readonly operator: 'swap-statements' }
  /** A call with nothing done and `undefined` for its answer. */
  | { readonly operator: 'skip-call' }
  /** Another function of the same module is called. */
  | { readonly operator: 'replace-callee'; readonly by: string; readonly from: string }
  /** A text or pattern with something else in it. */
  | { readonly operator: 'replace-constant'; readonly text: string; readonly by: string }
  /** A piece of this kind, replaced. In `by`, `$` is the piece, `$of` what a call is made on, and `$0`, `$1` … its arguments. */
  | {
      readonly operator: 'replace';
      readonly kind: PieceKind;
      readonly by: string;
      readonly imports?: readonly string[];
    }
  /** In SQL: the rows in the other order. */
  | { readonly operator: 'reverse-order' }
  /** In SQL: a term of a sum, missing. It is what is mentioned first, in the condition that mentions all. */
  | { readonly operator: 'drop-term' }
  /** In SQL: a call of a function that locks, missing. */
  | { readonly operator: 'drop-lock' };

export type PieceKind =
  | 'condition'
  | 'statement'
  | 'call'
  | 'array'
  | 'arrow'
  | 'choice'
  | 'iterable'
  | 'member'
  | 'value';
