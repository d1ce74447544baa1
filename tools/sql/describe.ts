import { EventEmitter } from 'node:events';
import type pg from 'pg';

export type Field = { readonly name: string; readonly dataTypeID: number };

/** PostgreSQL's own words about a statement: the columns it returns, or why it is none. Nothing is executed. */
export async function describeStatement(client: pg.ClientBase, text: string): Promise<readonly Field[] | string> {
  return await new Promise((resolve) => {
    let fields: readonly Field[] = [];
    let refusal: string | undefined;
    const asking = {
      // What the driver asks of anything it is given to run; pg-cursor does the same.
      submit: (connection: pg.Connection) => {
        connection.parse({ text, name: '', types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly Field[] }) => {
        fields = message.fields;
      },
      handleError: (error: Error) => {
        refusal = error.message;
        resolve(refusal);
      },
      handleReadyForQuery: () => {
        resolve(refusal ?? fields);
      },
    };
    client.query(Object.assign(new EventEmitter(), asking));
  });
}
