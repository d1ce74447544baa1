import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { requireOperator, type ConsoleContext } from '../../console/console-context.ts';
import { listOperators } from '../operators/public.ts';
import { answerComplaint } from '../../console/complaints/public.ts';
import { selectAnsweredComplaints, selectOpenComplaints } from './complaint-store.ts';
import { fileComplaint, type FileComplaintDeps } from './file-complaint.ts';
import { listOwnComplaints } from './list-own-complaints.ts';
import { renderComplaint } from './render-complaint.ts';

const openMax = 200;
const answeredMax = 50;

export function complaintsRouter(deps: FileComplaintDeps) {
  const os = implement(contract.complaints).$context<ApiContext>();
  return os.router({
    listComplaints: os.listComplaints.use(requireSession).handler(async ({ context }) => ({
      complaints: await listOwnComplaints(deps.db.kysely, context.session.personId),
    })),
    fileComplaint: os.fileComplaint
      .use(requireSession)
      .handler(async ({ input, context }) =>
        renderComplaint(await fileComplaint(deps, { personId: context.session.personId, input })),
      ),
  });
}

export function consoleComplaintsRouter({ db }: { readonly db: Database }) {
  const os = implement(consoleContract.complaints).$context<ConsoleContext>();
  return os.router({
    listComplaints: os.listComplaints.use(requireOperator).handler(async () => {
      const [open, answered, operators] = await Promise.all([
        selectOpenComplaints(db.kysely, openMax),
        selectAnsweredComplaints(db.kysely, answeredMax),
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
