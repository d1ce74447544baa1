import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, ensureTemplate, templateName, withClient } from '@tern/testkit/template-database';
import { startTestCluster } from '@tern/testkit/test-cluster';
import { keepDatabases, takeCalls } from './keep-databases.ts';
import type { Change, Mutant } from './mutant.ts';
import type { Replacement } from './replace-source.ts';
import { createTestRunner } from './run-tests.ts';
import type { TestRun } from './test-order.ts';

/** A PostgreSQL of its own, whose template becomes one mutant after another. */
export type Lane = {
  readonly pristineUrl: string;
  /** `refused` says that PostgreSQL does not take the mutant, so that there is nothing to kill. */
  readonly run: (
    mutant: Mutant | undefined,
    tests: { readonly files: readonly string[]; readonly limitMs: number },
  ) => Promise<TestRun | { readonly outcome: 'refused'; readonly why: string }>;
  /** Without a mutant; with the functions that were called. */
  readonly measure: (file: string, limitMs: number) => Promise<TestRun & { readonly calls: readonly string[] }>;
  readonly stop: () => Promise<void>;
};

const pristine = 'tern_pristine';

/** Opens a lane that keeps its files in `folder`. */
export async function openLane(root: string, folder: string): Promise<Lane> {
  const cluster = await startTestCluster();
  const template = await templateName();
  const ask = (statement: string): Promise<unknown> => withClient(cluster.url, (client) => client.query(statement));
  try {
    await ensureTemplate(cluster.url);
    await ask("ALTER SYSTEM SET track_functions = 'all'");
    await ask('SELECT pg_reload_conf()');
    await ask(`ALTER DATABASE ${template} RENAME TO ${pristine}`);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  const inTemplate = (statement: string): Promise<unknown> =>
    withClient(databaseUrl(cluster.url, template), (client) => client.query(statement));
  const renew = async (): Promise<void> => {
    await ask(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await ask(`CREATE DATABASE ${template} TEMPLATE ${pristine} STRATEGY file_copy`);
  };
  /** What makes the template the original again; undefined where only a new copy of it does. */
  let undo: string | undefined;
  const change = async (mutant: Change | undefined): Promise<string | undefined> => {
    await (undo === undefined ? renew() : inTemplate(undo));
    undo = '';
    if (mutant?.kind !== 'schema') return undefined;
    try {
      undo = mutant.undo;
      await inTemplate(mutant.statement);
      return undefined;
    } catch (error) {
      if (error instanceof Error && 'severity' in error) return error.message;
      throw error;
    }
  };
  const runner = createTestRunner(root, { folder, clusterUrl: cluster.url });
  return {
    pristineUrl: databaseUrl(cluster.url, pristine),
    run: async (mutant, { files, limitMs }) => {
      const why = await change(mutant?.change);
      if (why !== undefined) return { outcome: 'refused', why };
      const replacement = mutant?.change.kind === 'source' ? replacementOf(root, mutant.change) : undefined;
      return await runner.run(replacement === undefined ? { files } : { files, replacement }, limitMs);
    },
    measure: async (file, limitMs) => {
      await change(undefined);
      const run = await runner.run({ files: [file], replacement: keepDatabases(root) }, limitMs);
      return { ...run, calls: await takeCalls(cluster.url) };
    },
    stop: async () => {
      await runner.stop();
      await cluster.stop();
    },
  };
}

function replacementOf(root: string, { file, edit }: Omit<Replacement, 'before'>): Replacement {
  return { file, edit, before: readFileSync(join(root, file), 'utf8').slice(edit.start, edit.end) };
}
