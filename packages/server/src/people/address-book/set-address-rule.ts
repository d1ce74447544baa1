import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import type { AddressRule, AddressRuleView } from '@tern/contracts/routes/address-book';
import type { DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { selectRules, updateRuleEnding, updateRuleKept, upsertRuleOn } from './address-book-store.ts';
import { renderRule } from './address-book.ts';
import type { AddressBookDeps, FactorsGiven, Origin } from './deps.ts';
import { tellScreens } from './tell-screens.ts';

export type SetAddressRuleInput = FactorsGiven & {
  readonly personId: PersonId;
  readonly rule: AddressRule;
  readonly on: boolean;
  readonly origin: Origin;
};

/**
 * Switches a rule on at once, or has it end in 24 hours, in which the person is told and can keep it. Both ways take both
 * factors: a stolen session shall neither open the way out nor shut the owner in for a day. Throws the factors' problems.
 */
export async function setAddressRule(
  deps: Pick<AddressBookDeps, 'db' | 'authorize' | 'lockPeople' | 'noteChange'>,
  input: SetAddressRuleInput,
): Promise<AddressRuleView> {
  const { personId, rule, on, origin } = input;
  await deps.authorize({ ...input, action: `address rule: ${rule} ${on ? 'on' : 'off'}` });
  return transact(deps.db, async (tx) => {
    // A send under way has read the rules behind this lock, or reads them once they are changed.
    await deps.lockPeople(tx, [personId]);
    const changed = on ? await upsertRuleOn(tx, personId, rule) : await updateRuleEnding(tx, personId, rule);
    if (changed) {
      const kind = on ? 'address-rule-on' : 'address-rule-ending';
      await deps.noteChange(tx, { personId, origin, kind, detail: rule });
      await tellScreens(tx, personId);
    }
    return getRule(tx, personId, rule);
  });
}

/** Keeps a rule that was about to end; nothing happens to any other one. */
export async function keepAddressRule(
  deps: Pick<AddressBookDeps, 'db' | 'lockPeople'>,
  { personId, rule }: Pick<SetAddressRuleInput, 'personId' | 'rule'>,
): Promise<AddressRuleView> {
  return transact(deps.db, async (tx) => {
    await deps.lockPeople(tx, [personId]);
    if (await updateRuleKept(tx, personId, rule)) await tellScreens(tx, personId);
    return getRule(tx, personId, rule);
  });
}

async function getRule(db: DbReader, personId: PersonId, rule: AddressRule): Promise<AddressRuleView> {
  const found = (await selectRules(db, personId)).find((state) => state.rule === rule);
  assert(found !== undefined, `${rule} is a rule`);
  return renderRule(found);
}
