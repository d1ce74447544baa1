import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { addAddress } from './add-address.ts';
import type { AddressBookDeps } from './deps.ts';
import { getAddressBook } from './get-address-book.ts';
import { removeAddress } from './remove-address.ts';
import { renameAddress } from './rename-address.ts';
import { keepAddressRule, setAddressRule } from './set-address-rule.ts';

export function addressBookRouter(deps: AddressBookDeps) {
  const os = implement(contract.addressBook).$context<ApiContext>();
  return os.router({
    addressBook: os.addressBook
      .use(requireSession)
      .handler(({ context }) => getAddressBook(deps, context.session.personId)),
    addAddress: os.addAddress
      .use(requireSession)
      .handler(({ input, context }) => addAddress(deps, { ...input, session: context.session, origin: context })),
    renameAddress: os.renameAddress.use(requireSession).handler(({ input, context }) =>
      renameAddress(deps, {
        ...input,
        id: input.id,
        session: context.session,
        origin: context,
      }),
    ),
    removeAddress: os.removeAddress.use(requireSession).handler(async ({ input, context }) => {
      await removeAddress(deps, { session: context.session, id: input.id });
      return {};
    }),
    setAddressRule: os.setAddressRule
      .use(requireSession)
      .handler(({ input, context }) => setAddressRule(deps, { ...input, session: context.session, origin: context })),
    keepAddressRule: os.keepAddressRule
      .use(requireSession)
      .handler(({ input, context }) => keepAddressRule(deps, { session: context.session, rule: input.rule })),
  });
}
