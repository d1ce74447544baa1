import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { decidedShown } from '@tern/contracts/decided-shown';
import type { Database } from '@tern/db/database';
import { listAnsweredComplaints, listOpenComplaints, renderComplaint } from '../../people/complaints/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import { readPage } from '../../platform/read-page.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { answerComplaint } from './answer-complaint.ts';

const pageRows = 50;

export function consoleComplaintsRouter({ db }: { readonly db: Database }) {
  const os = implement(consoleContract.complaints).$context<ConsoleContext>();
  return os.router({
    listComplaints: os.listComplaints.use(requireOperator).handler(async ({ input: { after } }) => {
      const [{ page, last }, answered, operators] = await Promise.all([
        readPage(pageRows, (limit) => listOpenComplaints(db.kysely, { after, limit })),
        // With the first page: what waits comes first, and these stand below it.
        after === undefined ? listAnsweredComplaints(db.kysely, decidedShown) : [],
        listOperators(db),
      ]);
      const names = new Map(operators.map(({ id, name }) => [id, name]));
      return {
        next: last?.place ?? null,
        complaints: [...page, ...answered].map((each) => {
          const { answer, ...view } = renderComplaint(each);
          const { personId, publicId, overdue, answeredBy: by } = each;
          return {
            ...view,
            personId,
            publicId,
            overdue,
            answer: answer === null || by === null ? null : { ...answer, by: names.get(by) ?? by },
          };
        }),
      };
    }),
    answer: os.answer.use(requireOperator).handler(async ({ input, context: { session } }) => {
      await answerComplaint(db, { ...input, operatorId: session.operatorId });
      return {};
    }),
  });
}
