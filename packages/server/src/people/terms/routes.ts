import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import type { ApiContext } from '../../platform/api-context.ts';
import { renderVersion, showTerms } from './show-terms.ts';

/** The published log: anybody may read it. */
export function termsRouter({ db }: { readonly db: Database }) {
  const os = implement(contract.terms).$context<ApiContext>();
  return os.router({
    terms: os.terms.handler(async ({ input }) => {
      const shown = await showTerms(db.kysely, input.before);
      return toWire({ ...shown, versions: shown.versions.map(renderVersion) });
    }),
  });
}
