import type { Database } from '@tern/db/database';
import type { SecretBox } from '../secret-box.ts';
import { chooseSlot, lateAfterSeconds } from './choose-slot.ts';
import type { Channel, MessageTemplate, MessageValues } from './message.ts';
import {
  claimDue,
  dropExpired,
  markFailed,
  markHanded,
  markSent,
  putOff,
  settleHanded,
  type OutboxRow,
} from './outbox-store.ts';
import { slotsOf, type ProviderSlot } from './provider-slot.ts';
import { listDown, noteFailure, noteWell } from './providers-store.ts';
import { renderMessage } from './render-message.ts';
import { takeReports } from './take-reports.ts';
import { NotAccepted, RecipientRefused, RouteRefused, type Outgoing, type Transport } from './transport.ts';
import { beginTry, endTry, listTries } from './tries-store.ts';
import { isUnreachable, noteUnreachable, nothingArrives } from './unreachable-store.ts';

export type DeliveryDeps = {
  readonly db: Database;
  readonly outboxBox: SecretBox;
  readonly transports: Readonly<Record<Channel, Transport>>;
  /** Gets the text messages that the first provider cannot deliver. */
  readonly fallback?: Transport | undefined;
  /** Whether the first provider of text messages reports what did not arrive. */
  readonly smsReports?: boolean;
  readonly productName: string;
  /** Told of each failed try, without the recipient and the text. */
  readonly onFailure: (failure: {
    readonly messageId: string;
    readonly channel: Channel;
    readonly tries: number;
    readonly error: unknown;
  }) => void;
};

/**
 * Sends due messages of one channel: no provider that hangs keeps the other's waiting. Any number of workers may run it: each row is one worker's for a while, by database time.
 * A worker that dies between sending and noting it sends once more, under the same message id.
 */
export async function deliverOutbox(
  deps: DeliveryDeps,
  due: { readonly channel: Channel; readonly limit: number },
): Promise<number> {
  const { kysely } = deps.db;
  const reported = await takeReports(deps.db, due);
  await settleHanded(kysely, due);
  const dropped = await dropExpired(kysely);
  const rows = await claimDue(kysely, due);
  await Promise.all(rows.map((row) => deliver(deps, row)));
  return reported + dropped + rows.length;
}

type Sealed<Template extends MessageTemplate> = MessageValues[Template] & { readonly word?: string };

async function deliver(deps: DeliveryDeps, row: OutboxRow): Promise<void> {
  const { kysely } = deps.db;
  const slots = slotsOf(row.channel, deps.fallback !== undefined);
  try {
    if (await isUnreachable(kysely, row)) throw new RecipientRefused(nothingArrives, { isDead: false });
    const down = slots.length > 1 ? await listDown(kysely, slots) : new Set<ProviderSlot>();
    const choice = chooseSlot(slots, { tries: await listTries(kysely, row.id), down });
    if (choice.choice === 'over') throw new RecipientRefused('no provider can deliver it', { isDead: false });
    if (choice.choice === 'wait') return await putOff(kysely, row.id, choice.seconds);
    if (choice.choice === 'there') return await markSent(kysely, row.id);
    const slot = await hand(deps, { row, slots: choice.slots, message: compose(deps, row) });
    const mayReturn = slot === 'sms' && slots.length > 1 && deps.smsReports === true;
    await (mayReturn ? markHanded : markSent)(kysely, row.id);
  } catch (error) {
    deps.onFailure({ messageId: row.id, channel: row.channel, tries: row.tries, error });
    const unclear = !(error instanceof NotAccepted);
    // A report can be faster than the end of the wait for the provider's answer.
    const mayArrive = unclear && (await listTries(kysely, row.id)).some(({ state }) => state === 'unclear');
    await markFailed(kysely, row, {
      error: error instanceof Error ? error.message : 'unknown failure',
      final: error instanceof RecipientRefused || error instanceof RouteRefused,
      unclear,
      // Then the message is late, and the other provider gets it.
      restMinSeconds: mayArrive && slots.length > 1 ? lateAfterSeconds : 0,
    });
  }
}

/** Hands the message to the first provider that takes it, and says which. Throws what kept it from all of them. */
async function hand(
  deps: DeliveryDeps,
  {
    row,
    slots,
    message,
  }: { readonly row: OutboxRow; readonly slots: readonly ProviderSlot[]; readonly message: Outgoing },
): Promise<ProviderSlot> {
  const said: unknown[] = [];
  for (const slot of slots) {
    const failure = await tryOne(deps, { row, slot, message });
    if (failure === undefined) return slot;
    if (!failure.surelyNot) throw failure.error;
    said.push(failure.error);
  }
  // One of them may take it later.
  throw said.find((error) => error instanceof NotAccepted) ?? said.at(-1);
}

/** One try, noted with what it came to; undefined where the provider took the message. */
async function tryOne(
  deps: DeliveryDeps,
  { row, slot, message }: { readonly row: OutboxRow; readonly slot: ProviderSlot; readonly message: Outgoing },
): Promise<{ readonly error: unknown; readonly surelyNot: boolean } | undefined> {
  const { kysely } = deps.db;
  const transport = slot === 'sms-fallback' ? deps.fallback : deps.transports[row.channel];
  const tried = { outboxId: row.id, slot };
  await beginTry(kysely, tried);
  try {
    await transport?.send(message);
  } catch (error) {
    const { state, code } = outcomeOf(error);
    await endTry(kysely, { ...tried, state, code });
    await (state === 'refused' ? noteWell : noteFailure)(kysely, slot);
    if (error instanceof RecipientRefused && error.isDead) await noteUnreachable(kysely, { ...row, code });
    return { error, surelyNot: state !== 'unclear' && !(error instanceof RecipientRefused) };
  }
  await endTry(kysely, { ...tried, state: 'accepted', code: null });
  await noteWell(kysely, slot);
  return undefined;
}

function outcomeOf(error: unknown): {
  readonly state: 'refused' | 'not-accepted' | 'unclear';
  readonly code: string | null;
} {
  if (error instanceof RecipientRefused || error instanceof RouteRefused)
    return { state: 'refused', code: error.code ?? null };
  return { state: error instanceof NotAccepted ? 'not-accepted' : 'unclear', code: null };
}

function compose(deps: DeliveryDeps, row: OutboxRow): Outgoing {
  const { word, ...values } = JSON.parse(deps.outboxBox.open(row.values_sealed, row.id)) as Sealed<typeof row.template>;
  const { productName } = deps;
  const message = renderMessage(row.template, values, { language: row.language, productName, word });
  return { ...message, recipient: row.recipient, messageId: row.id };
}
