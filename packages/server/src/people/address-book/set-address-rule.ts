import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import type { AddressRule, AddressRuleView } from '@tern/contracts/routes/address-book';
import type { DbReader } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { selectRules, updateRuleEnding, updateRuleKept, upsertRuleOn } from './address-book-store.ts';
import { renderRule } from './address-book.ts';
import type { AddressBookDeps, FactorsGiven, Origin } from './deps.ts';

export type SetAddressRuleInput = FactorsGiven & {
  readonly session: ApiSession;
  readonly rule: AddressRule;
  readonly on: boolean;
  readonly origin: Origin;
};

/**
 * Switches a rule on at once, or has it end in 24 hours, in which the person is told and can keep it. Both ways take both
 * factors: a stolen session shall neither open the way out nor shut the owner in for a day. Throws the factors' problems.
 */
export async function setAddressRule(
  deps: Pick<AddressBookDeps, 'db' | 'authorize' | 'noteChange'>,
  input: SetAddressRuleInput,
): Promise<AddressRuleView> {
  const { session, rule, on, origin } = input;
  const { personId } = session;
  await deps.authorize({ ...input, personId, action: `address rule: ${rule} ${on ? 'on' : 'off'}` });
  // A send under way has read the rules behind the lock of the person, or reads them once they are changed.
  return changeAccount(deps.db, session, async (tx) => {
    const changed = on ? await upsertRuleOn(tx, personId, rule) : await updateRuleEnding(tx, personId, rule);
    if (changed) {
      const kind = on ? 'address-rule-on' : 'address-rule-ending';
      await deps.noteChange(tx, { personId, origin, kind, detail: rule });
      await notifyPeople(tx, [{ personId, topic: 'account' }]);
    }
    return getRule(tx, personId, rule);
  });
}

/** Keeps a rule that was about to end; nothing happens to any other one. */
export async function keepAddressRule(
  deps: Pick<AddressBookDeps, 'db'>,
  { session, rule }: Pick<SetAddressRuleInput, 'session' | 'rule'>,
): Promise<AddressRuleView> {
  const { personId } = session;
  return changeAccount(deps.db, session, async (tx) => {
    if (await updateRuleKept(tx, personId, rule)) await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return getRule(tx, personId, rule);
  });
}

async function getRule(db: DbReader, personId: PersonId, rule: AddressRule): Promise<AddressRuleView> {
  const found = (await selectRules(db, personId)).find((state) => state.rule === rule);
  assert(found !== undefined, `${rule} is a rule`);
  return renderRule(found);
}
