import { inTransaction, type StoreDatabase } from './standby/logged-database.ts';

export type FactStore = {
  readonly findFact: (name: string) => string | undefined;
  readonly setFact: (name: string, value: string) => void;
  /** Remembers these facts and no other, in one step. */
  readonly startFacts: (facts: Readonly<Record<string, string>>) => void;
};

export function openFactStore(database: StoreDatabase): FactStore {
  const find = database.prepare('SELECT value FROM facts WHERE name = ?');
  const forget = database.prepare('DELETE FROM facts');
  const put = database.prepare('INSERT INTO facts (name, value) VALUES (?, ?)');
  return {
    findFact: (name) => {
      const row = find.get(name);
      return row === undefined ? undefined : String(row['value']);
    },
    setFact: (name, value) => {
      put.run(name, value);
    },
    startFacts: (given) => {
      inTransaction(database, () => {
        forget.run();
        for (const [name, value] of Object.entries(given)) put.run(name, value);
      });
    },
  };
}
