import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { addressEntryIdField, codeInput, idField, networkField, timeField, tradePasswordInput } from '../fields.ts';

/** `listed-only`: only addresses of the book may be paid. `new-address-wait`: new ones only after 24 hours in the book. */
export const addressRule = z.enum(['listed-only', 'new-address-wait']);
export type AddressRule = z.infer<typeof addressRule>;

export const addressRuleView = z.object({
  rule: addressRule,
  on: z.boolean(),
  /** When the rule ends by itself, because that was asked for; null while nothing was. */
  endsAt: timeField.nullable(),
});
export type AddressRuleView = z.infer<typeof addressRuleView>;

export const addressEntryView = z.object({
  id: idField,
  networkId: networkField,
  address: z.string(),
  label: z.string(),
  addedAt: timeField,
  /** Set while the address waits: from then on it may be paid. */
  payableFrom: timeField.nullable(),
});
export type AddressEntryView = z.infer<typeof addressEntryView>;

export const addressBookView = z.object({
  /** By label. */
  entries: z.array(addressEntryView),
  /** Addresses the person's own transfers went to and that are not in the book, newest first. */
  recents: z.array(z.object({ address: z.string(), lastAt: timeField })),
  rules: z.array(addressRuleView),
});
export type AddressBookView = z.infer<typeof addressBookView>;

const bothFactors = { tradePassword: tradePasswordInput, authenticatorCode: codeInput };
const factorProblems = [
  'TRADE_PASSWORD_NOT_SET',
  'TRADE_PASSWORD_WRONG',
  'AUTHENTICATOR_NOT_BOUND',
  'AUTHENTICATOR_CODE_WRONG',
  'AUTHENTICATOR_CODE_USED',
  'FACTORS_LOCKED',
] as const;

export const addressBookRoutes = {
  addressBook: oc
    .route({
      method: 'GET',
      path: '/address-book',
      summary: 'Saved and recent addresses, and rules',
      tags: ['addresses'],
    })
    .output(addressBookView)
    .errors(declareProblems()),

  addAddress: oc
    .route({ method: 'POST', path: '/address-book', summary: 'Save an address under a name', tags: ['addresses'] })
    .input(
      z.strictObject({
        networkId: z.string().max(40),
        address: z.string().max(200),
        label: z.string().max(400),
        ...bothFactors,
      }),
    )
    .output(addressEntryView)
    .errors(
      declareProblems(
        'NETWORK_REQUIRED',
        'ADDRESS_REQUIRED',
        'ADDRESS_INVALID',
        'ADDRESS_OWN',
        'ADDRESS_REFUSED',
        'ADDRESS_LABEL_INVALID',
        'ADDRESS_LISTED_ALREADY',
        'ADDRESS_BOOK_FULL',
        ...factorProblems,
      ),
    ),

  renameAddress: oc
    .route({ method: 'POST', path: '/address-book/{id}/rename', summary: 'Name an address anew', tags: ['addresses'] })
    .input(z.strictObject({ id: addressEntryIdField, label: z.string().max(400), ...bothFactors }))
    .output(addressEntryView)
    .errors(declareProblems('ADDRESS_LABEL_INVALID', ...factorProblems)),

  removeAddress: oc
    .route({ method: 'POST', path: '/address-book/{id}/remove', summary: 'Forget an address', tags: ['addresses'] })
    .input(z.strictObject({ id: addressEntryIdField }))
    .output(z.object({}))
    .errors(declareProblems()),

  setAddressRule: oc
    .route({
      method: 'POST',
      path: '/address-book/rules',
      summary: 'Switch a rule on at once, or off in 24 hours',
      tags: ['addresses'],
    })
    .input(z.strictObject({ rule: addressRule, on: z.boolean(), ...bothFactors }))
    .output(addressRuleView)
    .errors(declareProblems(...factorProblems)),

  keepAddressRule: oc
    .route({
      method: 'POST',
      path: '/address-book/rules/keep',
      summary: 'Keep a rule that is about to end',
      tags: ['addresses'],
    })
    .input(z.strictObject({ rule: addressRule }))
    .output(addressRuleView)
    .errors(declareProblems()),
};
