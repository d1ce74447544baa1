import type { PassedTest } from '../read-results.ts';
import { findEvidenceOf, type Sources } from './check-requirements.ts';
import type { Standard } from './standards.ts';

/** What stands for a value in a title: `%s` and its like, `$name`, `${name}`. */
const places = /%[sdifjo]|\$\{[^}]*\}|\$[a-zA-Z.]+/g;

/** A test that is named for a requirement and that did not pass; `name` is as `ASVS V1.1.1: title`. */
export type Unshown = { readonly name: string; readonly file: string };

/** Tests that are named for a requirement and that did not pass. */
export function findUnshown(
  sources: Sources,
  standards: readonly Standard[],
  passed: readonly PassedTest[],
): readonly Unshown[] {
  const names = new Map<string, string[]>();
  for (const { file, groups, title } of passed) names.set(file, [...(names.get(file) ?? []), title, ...groups]);
  // A specification that several files run has its results under their names.
  const everywhere = [...names.values()].flat();
  const namesOf = (file: string): readonly string[] =>
    file.endsWith('.spec.ts') ? everywhere : (names.get(file) ?? []);
  return standards.flatMap(({ name, judgements }) =>
    judgements.flatMap(({ id, evidence }) =>
      evidence
        .map((each) => findEvidenceOf(sources, each))
        .filter((found) => found.kind === 'test')
        .filter(({ file, title }) => !isAmong(namesOf(file), title))
        .map(({ file, title }) => ({ name: `${name} ${id}: ${title}`, file })),
    ),
  );
}

function isAmong(names: readonly string[], title: string): boolean {
  const written = title.split(places).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const pattern = new RegExp(`^${written.join('.+')}$`, 's');
  return names.some((name) => pattern.test(name));
}
