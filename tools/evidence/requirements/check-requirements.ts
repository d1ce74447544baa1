import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestTitles } from './find-tests.ts';
import type { Evidence, Judgement } from './requirement.ts';
import type { Standard } from './standards.ts';

/** What evidence is, once it is looked up: `test` with the file that has it. */
export type Found =
  | { readonly kind: 'threat'; readonly id: string }
  | { readonly kind: 'page' | 'gate'; readonly name: string }
  | { readonly kind: 'test'; readonly file: string; readonly title: string };

export type Sources = {
  readonly root: string;
  readonly titles: TestTitles;
  /** Ids that docs/security/coverage.md shows by tests that passed. */
  readonly shownThreats: ReadonlySet<string>;
};

const threatId = /^(?:F-[A-Z]\d?|[A-Z]\d{2})$/;

/** Looks evidence up. Throws, with what is wrong, where it is not there or could be two things. */
export function findEvidenceOf(sources: Sources, evidence: Evidence): Found {
  const { root, titles, shownThreats } = sources;
  if (typeof evidence !== 'string') {
    const [file, title] = evidence;
    if (titles.get(title)?.includes(file) !== true) throw new Error(`no test in ${file} is called ${title}`);
    return { kind: 'test', file, title };
  }
  if (threatId.test(evidence)) {
    if (!shownThreats.has(evidence)) throw new Error(`coverage.md shows no test of ${evidence}`);
    return { kind: 'threat', id: evidence };
  }
  if (evidence.startsWith('gate ')) return { kind: 'gate', name: evidence.slice('gate '.length) };
  // A title has spaces, a path has none.
  if (!evidence.includes(' ') && existsSync(join(root, evidence))) return { kind: 'page', name: evidence };
  const [file, other] = titles.get(evidence) ?? [];
  if (file !== undefined && other === undefined) return { kind: 'test', file, title: evidence };
  if (file !== undefined) throw new Error(`several files have a test called ${evidence}: name the file`);
  throw new Error(`no test is called, and no file is ${evidence}`);
}

/** Everything that is wrong with the judgements of a standard: ids that are missing, unknown or judged twice, evidence that is not there. */
export function checkStandard(sources: Sources, { name, judgements, needed }: Standard): readonly string[] {
  const ids = judgements.map(({ id }) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${name} ${id} is judged twice`);
  const missing = needed.filter((id) => !ids.includes(id)).map((id) => `${name} ${id} is not judged`);
  return [...twice, ...missing, ...judgements.flatMap((judgement) => faultsOf(sources, name, judgement))];
}

function faultsOf(sources: Sources, standard: string, { id, text, evidence, plan }: Judgement): readonly string[] {
  const sentences = [text, ...(plan === undefined ? [] : [plan])];
  const unfinished = sentences
    .filter((each) => !/[.:]$/.test(each))
    .map((each) => `${standard} ${id}: no sentence: ${each}`);
  const wrong = evidence.flatMap((each) => {
    try {
      findEvidenceOf(sources, each);
      return [];
    } catch (error) {
      return [`${standard} ${id}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  return [...unfinished, ...wrong];
}
