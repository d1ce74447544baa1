import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { fileComplaint, type FileComplaintDeps } from './file-complaint.ts';
import { listOwnComplaints } from './list-own-complaints.ts';
import { renderComplaint } from './render-complaint.ts';

export function complaintsRouter(deps: FileComplaintDeps) {
  const os = implement(contract.complaints).$context<ApiContext>();
  return os.router({
    listComplaints: os.listComplaints.use(requireSession).handler(async ({ context }) => ({
      complaints: await listOwnComplaints(deps.db.kysely, context.session.personId),
    })),
    fileComplaint: os.fileComplaint
      .use(requireSession)
      .handler(async ({ input, context }) =>
        renderComplaint(await fileComplaint(deps, { session: context.session, input })),
      ),
  });
}
