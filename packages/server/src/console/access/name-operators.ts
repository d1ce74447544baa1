import type { Database } from '@tern/db/database';
import { listOperators } from '../../people/operators/public.ts';

/** Says who an operator is, by the name the others know. */
export async function nameOperators(db: Database): Promise<(id: string) => string> {
  const names = new Map<string, string>((await listOperators(db)).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
