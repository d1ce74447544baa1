import { newId, type ChangeId, type OperatorId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ChangeContent, ChangeDecision, ChangeProposal } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { isLedgerError } from '@tern/ledger/error';
import type { AssetId } from '@tern/money/asset';
import { closeAsset, openAsset } from '../../chain/assets/public.ts';
import { findDemand } from '../../house/liabilities/public.ts';
import { changeSchedule, postPoolFunding, type PoolSchedule } from '../../money/pool/public.ts';
import { postPromotionFunding } from '../../money/promotions/public.ts';
import { postLiquidityFunding, setPairOpen } from '../../money/swaps/public.ts';
import { listLimitsAhead, lockLimits } from '../../people/levels/public.ts';
import { recordOperatorAction, recordRefusal } from '../../people/operators/public.ts';
import { endEverybodysSessions } from '../../people/sessions/public.ts';
import { changeTerms, planTerms, readTerms, type TermValues } from '../../people/terms/public.ts';
import { judgeTarget } from '../../platform/webhooks/public.ts';
import { insertChange, lockChange, markDecided, selectChangesAmong, type HouseChange } from './change-store.ts';
import { isMinimumAboveLevel } from './is-minimum-above-level.ts';
import { carryOutKeyChange, checkKeyChange } from './key-changes.ts';
import { carryOutLevelChange, checkLevelChange, refuseOwnLevel } from './level-changes.ts';
import { readChange, type ReadChange, type ReadChangeDeps } from './read-change.ts';
import { carryOutRefusedAddresses, checkRefusedAddresses } from './refused-address-changes.ts';
import { carryOutReserveOrder, checkReserveOrder, type ReserveDeps } from './reserve-orders.ts';
import { carryOutRule, checkRule } from './rule-changes.ts';
import { takeSuggestion } from './suggestion-store.ts';
import { carryOutWebhookChange, checkWebhookChange, type WebhookChangeDeps } from './webhook-changes.ts';

export type ChangeDeps = ReadChangeDeps &
  ReserveDeps & {
    readonly webhooks: WebhookChangeDeps;
    /** What the pool begins with, until operators decide otherwise. */
    readonly pool: PoolSchedule;
  };

/** Writes down what an operator wants changed; nothing changes by it. Throws `DECISION_REFUSED`. */
export async function proposeChange(
  deps: ChangeDeps,
  change: ChangeProposal & { readonly operatorId: OperatorId },
): Promise<ChangeId> {
  await checkChange(deps, change.content);
  const id = newId<ChangeId>();
  const { content, note, operatorId, suggestionId } = change;
  const isOwn = await transact(deps.db, async (tx) => {
    if (await refuseOwnLevel(tx, content, { operatorId, subject: id })) return true;
    await insertChange(tx, { id, content, note, proposedBy: operatorId });
    if (suggestionId !== undefined && !(await takeSuggestion(tx, { id: suggestionId, changeId: id })))
      throw problem('DECISION_REFUSED', { reason: 'suggestion-over' });
    const details = { content, note, ...(suggestionId !== undefined && { suggestionId }) };
    await recordOperatorAction(tx, { operatorId, kind: 'change-proposed', subject: id, details });
    return false;
  });
  if (isOwn) throw problem('DECISION_REFUSED', { reason: 'own-account' });
  return id;
}

/** Throws `DECISION_REFUSED` where a change could not be carried out as things are. */
export async function checkChange(deps: ChangeDeps, content: ChangeContent): Promise<void> {
  const read = readChange(deps, content);
  if ('fault' in read) throw problem('DECISION_REFUSED', { reason: read.fault });
  if (read.kind === 'terms')
    await requireLevelsAllow(deps.db.kysely, await planTerms(deps.db.kysely, deps.areTermsValid, read.change));
  const refusal = await findRefusal(deps, read);
  if (refusal !== undefined) throw problem('DECISION_REFUSED', { reason: refusal });
}

/** Why what was read cannot be carried out as things are; undefined where it can, or where only carrying it out tells. */
async function findRefusal(deps: ChangeDeps, read: ReadChange): Promise<string | undefined> {
  if (!('kind' in read)) return undefined;
  if (read.kind === 'reserve') return await checkReserveOrder(deps, read.order);
  if (read.kind === 'webhook') return await checkWebhookChange(deps.db.kysely, deps.webhooks, read.webhook);
  if (read.kind === 'key') return await checkKeyChange(deps.db.kysely, read.key);
  if (read.kind === 'refused-addresses') return await checkRefusedAddresses(deps.db.kysely, read.change);
  if (read.kind === 'screening-rule') return await checkRule(deps.db.kysely, read.rule);
  if (read.kind === 'level') return await checkLevelChange(deps.db.kysely, read.level);
  return undefined;
}

/**
 * Carries a proposal out, once and by somebody else than who made it; or withdraws it, which anybody may who could have
 * proposed it. Returns the secret of a webhook or a key that got one by it. Throws `NOT_FOUND` and `DECISION_REFUSED`, and changes
 * nothing then.
 */
export async function decideChange(
  deps: ChangeDeps,
  {
    said: { id, decision },
    operatorId,
    now,
  }: { readonly said: ChangeDecision; readonly operatorId: OperatorId; readonly now: Date },
): Promise<string | undefined> {
  if (decision === 'carry-out') await judgeAgain(deps, id);
  try {
    const outcome = await transact(deps.db, async (tx) => {
      let done: CarriedOut = {};
      const change = await lockChange(tx, id);
      if (change === undefined) throw problem('NOT_FOUND');
      if (change.state !== 'proposed') throw problem('DECISION_REFUSED', { reason: 'not-proposed' });
      if (decision === 'carry-out') {
        if (change.proposedBy === operatorId) {
          await recordRefusal(tx, { operatorId, reason: 'own-work', subject: id });
          return 'own-work';
        }
        const { content, proposedBy } = change;
        if (await refuseOwnLevel(tx, content, { operatorId, subject: id })) return 'own-account';
        done = await carryOut(tx, deps, { id, operatorId, proposedBy, read: readChange(deps, content), now });
      }
      await markDecided(tx, { id, state: decision === 'carry-out' ? 'done' : 'withdrawn', operatorId });
      const kind = decision === 'carry-out' ? 'change-carried-out' : 'change-withdrawn';
      const { countsFrom, sessions, secret } = done;
      const left = { ...(countsFrom && { countsFrom }), ...(sessions !== undefined && { sessions }) };
      const details = toWire({ content: change.content, ...left });
      await recordOperatorAction(tx, { operatorId, kind, subject: id, details });
      return { secret };
    });
    if (outcome === 'own-work') throw problem('DECISION_REFUSED', { reason: 'proposed-by-you' });
    if (outcome === 'own-account') throw problem('DECISION_REFUSED', { reason: outcome });
    return outcome.secret;
  } catch (error) {
    if (isLedgerError(error, 'exceeds-available')) throw problem('DECISION_REFUSED', { reason: 'not-funded' });
    throw error;
  }
}

/** Where a webhook leads is judged again before it is opened: outside of the transaction, as names are asked for. */
async function judgeAgain({ db, webhooks }: Pick<ChangeDeps, 'db' | 'webhooks'>, id: ChangeId): Promise<void> {
  const [change] = await selectChangesAmong(db.kysely, [id]);
  if (change?.state !== 'proposed' || !('url' in change.content)) return;
  const fault = await judgeTarget(change.content.url, webhooks);
  if (fault !== undefined) throw problem('DECISION_REFUSED', { reason: fault });
}

/** Throws `DECISION_REFUSED` where a level could not send the smallest amounts of these terms. */
async function requireLevelsAllow(db: DbReader, values: TermValues): Promise<void> {
  const limits = (await listLimitsAhead(db)).flatMap((version) => version.limits);
  const { minimums } = readTerms(0, values).sending;
  if (await isMinimumAboveLevel(db, { limits, minimums: [minimums] }))
    throw problem('DECISION_REFUSED', { reason: 'minimum-above-level' });
}

/** What a change left behind, of those kinds that leave something. */
type CarriedOut = {
  /** From when on it counts, where that is not at once. */
  readonly countsFrom?: Date | undefined;
  /** Of a webhook or a key, to be shown once. */
  readonly secret?: string | undefined;
  /** How many sessions ended. */
  readonly sessions?: number;
};

/** Does what was proposed. */
async function carryOut(
  tx: DbTx,
  { pool, areTermsValid, webhooks }: Pick<ChangeDeps, 'pool' | 'areTermsValid' | 'webhooks'>,
  {
    id,
    operatorId,
    proposedBy,
    read,
    now,
  }: Pick<HouseChange, 'id' | 'proposedBy'> & {
    readonly operatorId: OperatorId;
    readonly read: ReadChange;
    readonly now: Date;
  },
): Promise<CarriedOut> {
  // Settings may have changed since it was proposed.
  if ('fault' in read) throw problem('DECISION_REFUSED', { reason: read.fault });
  if (read.kind === 'reserve') {
    const refusal = await carryOutReserveOrder(tx, read.order, { id, operators: [proposedBy, operatorId] });
    if (refusal !== undefined) throw problem('DECISION_REFUSED', { reason: refusal });
    return {};
  }
  if (read.kind === 'webhook' || read.kind === 'key') {
    const outcome =
      read.kind === 'key'
        ? await carryOutKeyChange(tx, { id, content: read.key })
        : await carryOutWebhookChange(tx, webhooks, { id, content: read.webhook });
    if ('refusal' in outcome) throw problem('DECISION_REFUSED', { reason: outcome.refusal });
    return outcome;
  }
  if (read.kind === 'refused-addresses' || read.kind === 'screening-rule') {
    const refusal =
      read.kind === 'screening-rule'
        ? await carryOutRule(tx, { id, change: read.rule })
        : await carryOutRefusedAddresses(tx, { id, change: read.change });
    if (refusal !== undefined) throw problem('DECISION_REFUSED', { reason: refusal });
    return {};
  }
  if (read.kind === 'level') {
    const outcome = await carryOutLevelChange(tx, read.level, { id });
    if ('refusal' in outcome) throw problem('DECISION_REFUSED', { reason: outcome.refusal });
    return outcome;
  }
  if (read.kind === 'pair') {
    if (!(await setPairOpen(tx, read.pair, read.open))) throw problem('DECISION_REFUSED', { reason: 'already-so' });
    return {};
  }
  // That it was decided is all: until then nobody is handed the file.
  if (read.kind === 'audit-file') return {};
  // The worker counts. One that is still to come counts what this one would.
  if (read.kind === 'snapshot') {
    if ((await findDemand(tx)) !== undefined) throw problem('DECISION_REFUSED', { reason: 'already-so' });
    return {};
  }
  if (read.kind === 'sign-out-everybody') return { sessions: await endEverybodysSessions(tx, now) };
  if (read.kind === 'asset') return { countsFrom: await setAssetOpen(tx, read) };
  if (read.kind === 'pool-schedule') {
    const countsFrom = await changeSchedule(tx, pool, read.schedule);
    if (countsFrom === undefined) throw problem('DECISION_REFUSED', { reason: 'already-so' });
    return { countsFrom };
  }
  if (read.kind === 'terms') {
    // Limits of levels do not become lower meanwhile.
    await lockLimits(tx);
    await requireLevelsAllow(tx, await planTerms(tx, areTermsValid, read.change));
    return { countsFrom: await changeTerms(tx, areTermsValid, { change: read.change, changeId: id, operatorId }) };
  }
  await setAside(tx, read, { operator: operatorId, key: `change:${id}` });
  return {};
}

async function setAside(
  tx: DbTx,
  { purpose, assetId, amount }: Extract<ReadChange, { readonly kind: 'fund' }>,
  by: { readonly operator: OperatorId; readonly key: string },
): Promise<void> {
  if (purpose === 'pool') await postPoolFunding(tx, { amount, ...by });
  else if (purpose === 'promotion') await postPromotionFunding(tx, { amount, ...by });
  else await postLiquidityFunding(tx, { assetId, amount, ...by });
}

async function setAssetOpen(
  tx: DbTx,
  { assetId, open }: { readonly assetId: AssetId; readonly open: boolean },
): Promise<Date | undefined> {
  const countsFrom = open ? undefined : await closeAsset(tx, assetId);
  const changed = open ? await openAsset(tx, assetId) : countsFrom !== undefined;
  if (!changed) throw problem('DECISION_REFUSED', { reason: 'already-so' });
  return countsFrom;
}
