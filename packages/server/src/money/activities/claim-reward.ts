import { crashPoint } from '@tern/base/crash-point';
import type { ActivityId, PersonId } from '@tern/base/ids';
import { DomainError, problem } from '@tern/contracts/problem';
import type { ParticipationView } from '@tern/contracts/routes/activities';
import type { DbTx } from '@tern/db/database';
import { requireActing, type ActingPerson } from '../../people/accounts/public.ts';
import { changeAccount } from '../../people/sessions/public.ts';
import { getDefaultWallet } from '../../people/wallets/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { findReplies, runIdempotent, type IdempotentRequest, type Repeats } from '../../platform/idempotency/public.ts';
import type { ActivityDeps } from './deps.ts';
import { getLastEntry } from './entry-store.ts';
import { lockParticipation, markClaimed } from './participation-store.ts';
import { renderParticipation } from './participation.ts';
import { findRefusalOfPerson } from './refusal-of-person.ts';

export type ClaimRewardInput = {
  readonly session: ApiSession;
  readonly activityId: ActivityId;
  /** Made by the client before the first sending; the same for every repetition. */
  readonly idempotencyKey: string;
  readonly tradePassword: string;
};

/**
 * Claims the reward of an approved participation into the default wallet, once; the worker pays it within moments. The same
 * request again gets the stored reply. Throws the problems the contract lists for this route.
 */
export async function claimReward(
  deps: ActivityDeps,
  input: ClaimRewardInput,
  repeats: Repeats<ParticipationView>,
): Promise<ParticipationView> {
  const { session, activityId } = input;
  const { personId } = session;
  const request: IdempotentRequest = {
    personId,
    key: input.idempotencyKey,
    request: { route: 'claim-reward', activityId },
  };
  const [earlier] = await findReplies<ParticipationView>(deps.db.kysely, [request]);
  if (earlier instanceof DomainError) throw earlier;
  if (earlier !== undefined) return earlier;
  return repeats.join(request, async () => {
    await deps.factors.authorizeClaim({ personId, tradePassword: input.tradePassword, action: activityId });
    crashPoint('a2');
    return changeAccount(deps.db, session, (tx, person) =>
      runIdempotent(tx, request, () => claimLocked(deps, tx, { person, personId, activityId })),
    );
  });
}

type Claim = Pick<ClaimRewardInput, 'activityId'> & { readonly personId: PersonId; readonly person: ActingPerson };

async function claimLocked(
  { closedCountries }: ActivityDeps,
  tx: DbTx,
  { person, personId, activityId }: Claim,
): Promise<ParticipationView> {
  requireActing(person);
  const participation = await lockParticipation(tx, { activityId, personId });
  if (participation === undefined) throw problem('NOT_FOUND');
  if ((await findRefusalOfPerson(tx, closedCountries, personId)) === 'country-closed') {
    throw problem('PARTICIPATION_FAILED', { reason: 'country-closed' });
  }
  const wallet = await getDefaultWallet(tx, personId);
  if (!(await markClaimed(tx, participation.id, wallet.id))) throw problem('NOT_CLAIMABLE');
  const entry = await getLastEntry(tx, participation);
  return renderParticipation({ ...participation, state: 'claimed', walletId: wallet.id }, entry, entry.submittedAt);
}
