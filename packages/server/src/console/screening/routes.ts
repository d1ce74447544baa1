import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import {
  listEndedCases,
  listListings,
  listOpenCases,
  listRefused,
  listRefusedLists,
} from '../../people/screening/public.ts';
import { readPage } from '../../platform/read-page.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { caseView } from './case-view.ts';
import { depositRelease } from './deposit-release.ts';
import { readCasePlace, writeCasePlace } from './open-case-place.ts';
import { showDepositCase } from './show-deposit-case.ts';
import { showRule } from './show-rule.ts';

const pageRows = 50;

/** What is held for its receiver or its sender, how earlier cases ended, and the lists. */
export function consoleScreeningRouter(deps: ConsoleAccessDeps) {
  const { kysely } = deps.db;
  const release = depositRelease(deps);
  const os = implement(consoleContract.screening).$context<ConsoleContext>();
  return os.router({
    listOpenCases: os.listOpenCases.use(requireOperator).handler(async ({ input: { cursor } }) => {
      const after = cursor === undefined ? undefined : readCasePlace(cursor);
      const { page, last } = await readPage(pageRows, (limit) => listOpenCases(kysely, { after, limit }));
      return { cases: page.map(caseView), next: last === null ? null : writeCasePlace(last) };
    }),
    listEndedCases: os.listEndedCases.use(requireOperator).handler(async ({ input: { before } }) => {
      const { page, last } = await readPage(pageRows, (limit) => listEndedCases(kysely, { before, limit }));
      return { cases: page.map(caseView), next: last?.id ?? null };
    }),
    depositCase: os.depositCase.use(requireOperator).handler(({ input: { id } }) => showDepositCase(deps.db, id)),
    askRelease: os.askRelease.use(requireOperator).handler(release.ask),
    releaseDeposit: os.releaseDeposit.use(requireOperator).handler(release.carryOut),
    showRule: os.showRule.use(requireOperator).handler(({ input }) => showRule(deps.db, input)),
    showLists: os.showLists
      .use(requireOperator)
      .handler(async () => ({ lists: [...(await listRefusedLists(kysely))] })),
    listAddresses: os.listAddresses.use(requireOperator).handler(async ({ input: { list, after } }) => {
      const { page, last } = await readPage(pageRows, (limit) => listRefused(kysely, { list, after, limit }));
      return toWire({
        addresses: [...page],
        next: last?.address ?? null,
      });
    }),
    findAddress: os.findAddress.use(requireOperator).handler(async ({ input: { address } }) => ({
      listings: [...((await listListings(kysely, [address])).get(address) ?? [])],
    })),
  });
}
