import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { cancelTransfer } from './cancel-transfer.ts';
import { checkAddress } from './check-address.ts';
import { confirmDraft } from './confirm-draft.ts';
import { openConfirmationLanes } from './confirmation-lanes.ts';
import { createDraft } from './create-draft.ts';
import type { SendingDeps } from './deps.ts';
import { openDraftLanes } from './draft-lanes.ts';
import { listTransferOptions } from './list-transfer-options.ts';

export function transfersRouter(deps: SendingDeps) {
  const os = implement(contract.transfers).$context<ApiContext>();
  const [drafts, lanes] = [openDraftLanes(deps), openConfirmationLanes(deps)];
  return os.router({
    transferOptions: os.transferOptions
      .use(requireSession)
      .handler(({ input, context }) =>
        listTransferOptions(deps, { personId: context.session.personId, walletId: input.walletId }),
      ),
    checkAddress: os.checkAddress
      .use(requireSession)
      .handler(({ input, context }) =>
        checkAddress(deps, { ...input, personId: context.session.personId, ip: context.ip }, drafts),
      ),
    createDraft: os.createDraft
      .use(requireSession)
      .handler(({ input, context }) =>
        createDraft(deps, { ...input, personId: context.session.personId, ip: context.ip }, drafts),
      ),
    confirmDraft: os.confirmDraft.use(requireSession).handler(({ input, context }) =>
      confirmDraft(
        deps,
        {
          session: context.session,
          draftId: input.params.draftId,
          idempotencyKey: input.headers['idempotency-key'],
          hash: input.body.hash,
          tradePassword: input.body.tradePassword,
          authenticatorCode: input.body.authenticatorCode,
        },
        lanes,
      ),
    ),
    cancelTransfer: os.cancelTransfer.use(requireSession).handler(({ input, context }) =>
      cancelTransfer(deps, {
        session: context.session,
        recordId: input.params.recordId,
        idempotencyKey: input.headers['idempotency-key'],
      }),
    ),
  });
}
