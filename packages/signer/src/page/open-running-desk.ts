import type { Signer } from '@tern/tron/signer-client';
import type { PageDesk, PagePlace } from './page-desk.ts';

/** The desk of a signer that runs: it lists what waits and hands in approvals. For everything else the signer is stopped. */
export function openRunningDesk(
  client: Pick<Signer, 'listApprovals' | 'approve' | 'getHotAddress'>,
  place: PagePlace,
): PageDesk {
  const refuse = (): never => {
    throw new Error('Stop the signer first: while it runs, this page only approves.');
  };
  return {
    getState: async () => ({
      ...place,
      mode: 'running',
      signer: await client.getHotAddress(),
      enrolled: [],
      pending: await client.listApprovals(),
    }),
    beginEnrolment: refuse,
    finishEnrolment: refuse,
    propose: refuse,
    approve: (challenge, assertion) => client.approve({ ...assertion, challenge }),
    getRecord: refuse,
  };
}
