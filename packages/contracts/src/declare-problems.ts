import { problemCatalogue, type ProblemCode } from './problems/catalogue.ts';
import { commonProblems } from './problems/common.ts';

type Catalogue = typeof problemCatalogue;
type Declared<Code extends ProblemCode> = {
  [Key in Code]: { status: Catalogue[Key]['status']; message: string } & (Catalogue[Key] extends {
    readonly data: infer Schema;
  }
    ? { data: Schema }
    : unknown);
};

/** The codes a route may answer with, in the form the contract library wants. The common ones are always included. */
export function declareProblems<Code extends ProblemCode = never>(
  ...codes: Code[]
): Declared<Code | keyof typeof commonProblems> {
  const all = [...(Object.keys(commonProblems) as ProblemCode[]), ...codes];
  return Object.fromEntries(
    all.map((code) => {
      const row = problemCatalogue[code];
      return [code, { status: row.status, message: row.title, ...('data' in row ? { data: row.data } : {}) }];
    }),
  ) as Declared<Code | keyof typeof commonProblems>;
}
