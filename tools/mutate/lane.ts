import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, ensureTemplate, templateName, withClient } from '@tern/testkit/template-database';
import { startTestCluster } from '@tern/testkit/test-cluster';
import type { Mutant } from './mutant.ts';
import type { Replacement } from './replace-source.ts';
import { runTests, type TestRun } from './run-tests.ts';

/** A PostgreSQL of its own, whose template becomes one mutant after another. */
export type Lane = {
  readonly pristineUrl: string;
  /** `refused` says that PostgreSQL does not take the mutant, so that there is nothing to kill. */
  readonly run: (
    mutant: Mutant | undefined,
    tests: { readonly files: readonly string[]; readonly limitMs: number },
  ) => Promise<TestRun | { readonly outcome: 'refused'; readonly why: string }>;
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
    await ask(`ALTER DATABASE ${template} RENAME TO ${pristine}`);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  const renew = async (statement: string): Promise<string | undefined> => {
    await ask(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await ask(`CREATE DATABASE ${template} TEMPLATE ${pristine} STRATEGY file_copy`);
    try {
      await withClient(databaseUrl(cluster.url, template), (client) => client.query(statement));
      return undefined;
    } catch (error) {
      if (error instanceof Error && 'severity' in error) return error.message;
      throw error;
    }
  };
  return {
    pristineUrl: databaseUrl(cluster.url, pristine),
    run: async (mutant, { files, limitMs }) => {
      const change = mutant?.change;
      const why = await renew(change?.kind === 'schema' ? change.statement : 'SELECT');
      if (why !== undefined) return { outcome: 'refused', why };
      const replacement = change?.kind === 'source' ? replacementOf(root, change) : undefined;
      const order = replacement === undefined ? { files } : { files, replacement };
      return await runTests(root, { ...order, folder, clusterUrl: cluster.url, limitMs });
    },
    stop: cluster.stop,
  };
}

function replacementOf(root: string, { file, edit }: Omit<Replacement, 'before'>): Replacement {
  return { file, edit, before: readFileSync(join(root, file), 'utf8').slice(edit.start, edit.end) };
}
