import { createHash } from 'node:crypto';
import { applyEdit, describeEdit, shorten, type Edit } from './edit.ts';
import { operators } from './operators.ts';
import { tokenize } from './sql-tokens.ts';

/** One planted fault, named by what it is in and never by a line. */
export type Mutant = {
  /** File, symbol, operator and ordinal. */
  readonly id: string;
  readonly file: string;
  readonly symbol: string;
  readonly operator: string;
  /** Of what the mutant was made from: a verdict counts for this text only. */
  readonly fingerprint: string;
  /** Tables, functions and views whose users would notice: of something in the schema. */
  readonly names: readonly string[];
  /** What is changed into what. */
  readonly what: string;
  readonly change: Change;
};

export type Change =
  /** Run in the template that the test databases are copied from; `undo` puts back exactly what it replaces. */
  | { readonly kind: 'schema'; readonly statement: string; readonly undo?: string }
  /** Replaces a piece of a source file while it is loaded. */
  | { readonly kind: 'source'; readonly file: string; readonly edit: Edit };

export type Subject = {
  readonly file: string;
  readonly symbol: string;
  readonly text: string;
  readonly names?: readonly string[];
};
export type Unnumbered = Omit<Mutant, 'id'>;

/** The mutants of a text by every operator. `change` says how a changed text takes effect. */
export function mutate(subject: Subject, change: (changed: string, edit: Edit) => Change): readonly Unnumbered[] {
  const tokens = tokenize(subject.text);
  return operators.flatMap(({ name, find }) =>
    find(tokens).map((edit) => ({
      ...nameOf(subject, name),
      what: describeEdit(subject.text, edit),
      change: change(applyEdit(subject.text, edit), edit),
    })),
  );
}

/** A mutant in which something is missing as a whole. */
export function dropWhole(subject: Subject, operator: string, statement: string): Unnumbered {
  return {
    ...nameOf(subject, operator),
    what: shorten(`without ${subject.text}`),
    change: { kind: 'schema', statement },
  };
}

/** Gives each its ordinal among those of its symbol and operator, in the order they come in. */
export function numberMutants(mutants: readonly Unnumbered[]): readonly Mutant[] {
  const counts = new Map<string, number>();
  return mutants.map((mutant) => {
    const name = `${mutant.file} ${mutant.symbol} ${mutant.operator}`;
    const ordinal = (counts.get(name) ?? 0) + 1;
    counts.set(name, ordinal);
    return { id: `${name} ${ordinal}`, ...mutant };
  });
}

function nameOf({ file, symbol, text, names = [] }: Subject, operator: string): Omit<Unnumbered, 'what' | 'change'> {
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { file, symbol, operator, fingerprint, names };
}
