import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { Database } from '@tern/db/database';
import { listAnsweredComplaints, listOpenComplaints, renderComplaint } from '../../people/complaints/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { answerComplaint } from './answer-complaint.ts';

const openMax = 200;
const answeredMax = 50;

export function consoleComplaintsRouter({ db }: { readonly db: Database }) {
  const os = implement(consoleContract.complaints).$context<ConsoleContext>();
  return os.router({
    listComplaints: os.listComplaints.use(requireOperator).handler(async () => {
      const [open, answered, operators] = await Promise.all([
        listOpenComplaints(db.kysely, openMax),
        listAnsweredComplaints(db.kysely, answeredMax),
        listOperators(db),
      ]);
      const names = new Map(operators.map(({ id, name }) => [id, name]));
      return {
        complaints: [...open, ...answered].map((each) => {
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
