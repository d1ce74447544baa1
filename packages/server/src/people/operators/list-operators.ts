import type { Database } from '@tern/db/database';
import { selectOperators } from './operator-store.ts';
import type { Operator } from './operator.ts';

/** All operators by name, disabled ones too; an installation has a handful. */
export function listOperators(db: Database): Promise<readonly Operator[]> {
  return selectOperators(db.kysely);
}
