import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import type { Database } from '@tern/db/database';
import { showLimits } from '../../people/levels/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import { listIgnoredSettings, renderVersion, showTerms, type TermValues } from '../../people/terms/public.ts';
import { listProposals } from '../changes/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { compareWithSigner } from './compare-with-signer.ts';

export type ConsoleTermsDeps = {
  readonly db: Database;
  /** What the settings of the installation say. */
  readonly settings: TermValues;
};

export function consoleTermsRouter({ db, settings }: ConsoleTermsDeps) {
  const os = implement(consoleContract.terms).$context<ConsoleContext>();
  return os.router({
    showTerms: os.showTerms.use(requireOperator).handler(async () => {
      const { current, server, versions } = await showTerms(db.kysely);
      const [operators, proposals] = await Promise.all([
        listOperators(db),
        listProposals(
          db.kysely,
          versions.flatMap(({ changeId }) => changeId ?? []),
        ),
      ]);
      const names = new Map<string, string>(operators.map(({ id, name }) => [id, name]));
      return toWire({
        current,
        server,
        versions: versions.map((version) => {
          const proposal = proposals.find(({ id }) => id === version.changeId);
          return {
            ...renderVersion(version),
            proposedBy: proposal === undefined ? null : (names.get(proposal.proposedBy) ?? null),
            decidedBy: version.decidedBy === null ? null : (names.get(version.decidedBy) ?? null),
            note: proposal?.note ?? null,
          };
        }),
        levels: await showLimits(db.kysely),
        signer: await compareWithSigner(
          db.kysely,
          versions.filter(({ version }) => version >= current),
        ),
        ignoredSettings: await listIgnoredSettings(db.kysely, settings),
      });
    }),
  });
}
