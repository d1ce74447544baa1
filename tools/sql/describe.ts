import { EventEmitter } from 'node:events';

export type Field = { readonly name: string; readonly dataTypeID: number };

type Connection = {
  readonly parse: (query: { text: string; name: string; types: string[] }, more: boolean) => void;
  readonly describe: (what: { type: 'S'; name: string }, more: boolean) => void;
  readonly sync: () => void;
};

/** A client of the driver: what it is given to run does so by itself. */
export type Client = { readonly query: (asking: { submit: (connection: Connection) => void }) => unknown };

/** PostgreSQL's own words about a statement: the columns it returns, or why it is none. Nothing is executed. */
export async function describeStatement(client: Client, text: string): Promise<readonly Field[] | string> {
  return await new Promise((resolve) => {
    let fields: readonly Field[] = [];
    let refusal: string | undefined;
    const asking = {
      // What the driver asks of anything it is given to run; pg-cursor does the same.
      submit: (connection: Connection) => {
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
