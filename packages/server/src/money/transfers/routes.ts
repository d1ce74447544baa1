import { implement } from '@orpc/server';
import type { DraftId, RecordId, WalletId } from '@tern/base/ids';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { cancelTransfer } from './cancel-transfer.ts';
import { checkAddress } from './check-address.ts';
import { confirmDraft } from './confirm-draft.ts';
import { openConfirmationLanes } from './confirmation-lanes.ts';
import { createDraft } from './create-draft.ts';
import type { SendingDeps } from './deps.ts';
import { listTransferOptions } from './list-transfer-options.ts';

export function transfersRouter(deps: SendingDeps) {
  const os = implement(contract.transfers).$context<ApiContext>();
  const lanes = openConfirmationLanes(deps);
  return os.router({
    transferOptions: os.transferOptions.use(requireSession).handler(async ({ input, context }) => ({
      options: await listTransferOptions(deps, {
        personId: context.session.personId,
        walletId: input.walletId as WalletId,
      }),
    })),
    checkAddress: os.checkAddress
      .use(requireSession)
      .handler(({ input, context }) =>
        checkAddress(deps, { ...input, personId: context.session.personId, walletId: input.walletId as WalletId }),
      ),
    createDraft: os.createDraft
      .use(requireSession)
      .handler(({ input, context }) =>
        createDraft(deps, { ...input, personId: context.session.personId, walletId: input.walletId as WalletId }),
      ),
    confirmDraft: os.confirmDraft.use(requireSession).handler(({ input, context }) =>
      confirmDraft(
        deps,
        {
          personId: context.session.personId,
          draftId: input.params.draftId as DraftId,
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
        personId: context.session.personId,
        recordId: input.params.recordId as RecordId,
        idempotencyKey: input.headers['idempotency-key'],
      }),
    ),
  });
}
