import { expect, test } from 'vitest';
import { applyEdit } from './edit.ts';
import { numberMutants } from './mutant.ts';
import { listStatements } from './source-subjects.ts';

const source = `
const naming = /[}\${]/;
export async function findOpen(db: DbReader, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>\`SELECT id FROM t WHERE a = \${limit ?? '}'} AND b\`.execute(db);
  return rows.length;
}
const other = (): RawBuilder<Date> => sql\`now() - interval '1 day'\`;
`;

/** What each mutant is called, and the source with it. */
function mutants(text: string): readonly (readonly [string, string])[] {
  return numberMutants(listStatements('x-store.ts', text)).map(({ id, change }) => [
    id,
    change.kind === 'source' ? applyEdit(text, change.edit) : '',
  ]);
}

test('a statement is named by the function that it is in, and only its own piece of the source changes', () => {
  const found = new Map(mutants(source));
  expect([...found.keys()]).toEqual([
    'x-store.ts findOpen drop-conjunct 1',
    'x-store.ts findOpen drop-conjunct 2',
    'x-store.ts findOpen flip-comparison 1',
    'x-store.ts other flip-sign 1',
    'x-store.ts other wrong-interval 1',
  ]);
  expect(found.get('x-store.ts findOpen drop-conjunct 1')).toBe(source.replace("a = ${limit ?? '}'}", 'true'));
  expect(found.get('x-store.ts findOpen drop-conjunct 2')).toBe(source.replace('AND b`', 'AND true`'));
  expect(found.get('x-store.ts other wrong-interval 1')).toBe(source.replace('1 day', '2 day'));
});

test('lines that come before it change neither its name nor its ordinal', () => {
  expect(mutants(`// one\n\n// two\n${source}`).map(([id]) => id)).toEqual(mutants(source).map(([id]) => id));
});
