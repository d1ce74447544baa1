import type { Clock } from '@tern/base/clock';
import { getAddress } from '@tern/tron/address';
import { giveApproval, listPending, requestFirstPolicy, type PolicyStatement } from '../approvals.ts';
import { changePolicy, enrolOperator, setCold, setFeeLimit, setLimit, type PolicyChange } from '../change-policy.ts';
import { facts } from '../facts.ts';
import type { SignerStore } from '../open-store.ts';
import {
  approvalsNeeded,
  countOperators,
  writePolicy,
  type OperatorKey,
  type PolicyDocument,
} from '../policy-document.ts';
import { findDecision } from '../record/find-decision.ts';
import { makeRecord } from '../record/make-record.ts';
import { requireColdElsewhere } from '../require-cold-elsewhere.ts';
import { fingerprintOf } from './fingerprint.ts';
import { openEnrolments } from './open-enrolments.ts';
import type { PageDesk, PagePlace, PageState, PolicyDraft } from './page-desk.ts';

export type StoreDeskDeps = { readonly clock: Clock; readonly store: SignerStore; readonly place: PagePlace };

/**
 * The desk of a signer that is stopped, at its own store. Keys enrolled for the first policy are kept in memory until the
 * policy that names them is proposed; later ones are proposed at once.
 * @throws Error where there is no seed yet
 */
export function openStoreDesk({ clock, store, place }: StoreDeskDeps): PageDesk {
  const known = store.findFact(facts.hotAddress);
  if (known === undefined) throw new Error('There is no seed yet. Run "npm run signer -- create-seed" first.');
  const hotAddress = getAddress(known);
  const deps = { clock, store, hotAddress };
  const enrolments = openEnrolments({ clock, rpId: place.rpId, origin: place.origin });
  let drafted: readonly OperatorKey[] = [];
  const isFirst = (): boolean => countOperators(store.getPolicy().document.operators) < approvalsNeeded;
  /** What the next policy begins with: the one in force, and the keys enrolled here. */
  const base = (): PolicyDocument => applyAll(store.getPolicy().document, drafted.map(enrolOperator));
  return {
    getState: () => {
      const inForce = findInForce(store);
      const pending = listPending(deps);
      const next = pending.find(({ kind }) => kind === 'policy');
      return Promise.resolve({
        ...place,
        mode: isFirst() ? 'first' : 'decide',
        signer: hotAddress,
        ...(inForce === undefined ? {} : { inForce }),
        enrolled: drafted.map((key) => ({
          operator: key.operator,
          credentialId: key.credentialId,
          fingerprint: fingerprintOf(key),
        })),
        // Of the drafts of a first policy only the newest is of interest: what was changed since is worth no signature.
        pending: isFirst() ? [next].filter((one) => one !== undefined) : pending,
      });
    },
    beginEnrolment: (operator) => ({ challenge: enrolments.begin(operator) }),
    finishEnrolment: (challenge, credential, assertion) => {
      const key = enrolments.finish(challenge, credential, assertion);
      const change = enrolOperator(key);
      change(base());
      if (isFirst()) drafted = [...drafted, key];
      else changePolicy({ clock, store }, change);
    },
    propose: (draft) => {
      const document = applyAll(base(), changesOf(draft));
      requireColdElsewhere(store, document);
      requestFirstPolicy(deps, document, { network: place.network, witnesses: draft.witnesses });
    },
    approve: (challenge, assertion) => {
      const progress = giveApproval(deps, challenge, assertion);
      if (!isFirst()) drafted = [];
      return Promise.resolve(progress);
    },
    getRecord: () => makeRecord(store, hotAddress),
  };
}

function applyAll(document: PolicyDocument, changes: readonly PolicyChange[]): PolicyDocument {
  return changes.reduce((policy, change) => change(policy), document);
}

function changesOf({ limits, feeLimit, cold }: PolicyDraft): readonly PolicyChange[] {
  const wanted = (['usdt', 'trx', 'reward'] as const).flatMap((assetId) => {
    const { perOrder, perDay } = limits[assetId];
    return perOrder === '' && perDay === '' ? [] : [setLimit(assetId, perOrder, perDay)];
  });
  return [...wanted, setFeeLimit(feeLimit), setCold(cold)];
}

function findInForce(store: SignerStore): PageState['inForce'] {
  const newest = store.listPolicies().at(-1);
  if (newest === undefined) return undefined;
  const request = findDecision(store, newest);
  const said = request === undefined ? undefined : (JSON.parse(request.statement) as PolicyStatement);
  return { policy: writePolicy(newest.document), witnesses: said?.witnesses ?? [] };
}
