import type pg from 'pg';
import { isFailedTransaction, isStalePlan } from './violations.ts';

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
    return result instanceof Promise
      ? result.catch((error: unknown) => {
          if (!isStalePlan(error)) throw error;
          renameAll();
          return askAnew(() => query({ name: nameOf(text as string), text, values }, ...rest), error);
        })
      : result;
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

/** A migration beside a running process changes what `*` returns, and its old plans refuse for ever: under a new name they do not. */
function renameAll(): void {
  names.clear();
  era += 1;
}

/** The statement was refused before it did anything. A transaction ends with it, and is run again as a whole by who began it. */
async function askAnew(query: () => unknown, refusal: Error): Promise<unknown> {
  try {
    return await query();
  } catch (error) {
    throw isFailedTransaction(error) ? refusal : error;
  }
}
