import type { TronAddress } from '@tern/tron/address';
import type { SignerStore } from '../open-store.ts';
import { writePolicy } from '../policy-document.ts';
import { findDecision } from './find-decision.ts';
import type { PolicyRecord, RecordStep } from './record.ts';

/**
 * Writes down every version of the policy with the signatures over it, for anybody to verify.
 * @throws Error with a sentence where there is none yet
 */
export function makeRecord(store: SignerStore, hotAddress: TronAddress): string {
  const steps = store.listPolicies().map(({ version, document, atMs, reason }): RecordStep => {
    const request = findDecision(store, { reason });
    const base = { version, at: new Date(atMs).toISOString(), policy: writePolicy(document) };
    if (request === undefined) return { ...base, approvals: [] };
    const approvals = store.listApprovals(request.challenge).map(({ operator, givenAtMs, assertion }) => ({
      operator,
      at: new Date(givenAtMs).toISOString(),
      assertion,
    }));
    return { ...base, statement: request.statement, approvals };
  });
  if (steps.length === 0) throw new Error('There is no record yet: no policy is in force.');
  const record: PolicyRecord = { format: 'signer record 1', signer: hotAddress, steps };
  return `${JSON.stringify(record, null, 2)}\n`;
}
