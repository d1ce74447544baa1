import type pg from 'pg';

/** The statements of a process are few and written in its sources; what is put together from data has no end. */
const statementsMax = 400;
const lengthMax = 4_000;

const names = new Map<string, string>();
let era = 0;

/**
 * Lets a connection keep the plans of what it is asked with parameters: planning the same small statement anew for
 * every call costs more than running it. Statements are named by their text, alike on all connections.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  const prepared = (text: unknown, values: unknown, ...rest: readonly unknown[]): unknown => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return query(text, values, ...rest);
    const result = query({ name, text, values }, ...rest);
    return result instanceof Promise ? result.catch(renameAfterMigration) : result;
  };
  client.query = prepared as typeof client.query;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= statementsMax || text.length > lengthMax) return undefined;
  const name = `${era}-${names.size}`;
  names.set(text, name);
  return name;
}

const featureNotSupported = '0A000';

/** A migration beside a running process changes what `*` returns, and its old plans refuse for ever: under a new name they do not. */
function renameAfterMigration(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === featureNotSupported) {
    names.clear();
    era += 1;
  }
  throw error;
}
