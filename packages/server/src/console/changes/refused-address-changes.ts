import type { DecisionDetail } from '@tern/contracts/decision';
import type { RefusedAddressesContent } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { parseAddress } from '@tern/tron/address';
import { isHotAddress } from '../../money/transfers/public.ts';
import { insertRefused, isDayAhead, listListed, lockList, removeRefused } from '../../people/screening/public.ts';
import { listPooledAmong } from '../../people/wallets/public.ts';

type ListRefusal = 'address-invalid' | 'list-ahead' | 'listed-own' | 'listed-already' | 'not-listed';

/** Why addresses could not be put on a list, or taken off it, as things are; undefined where they could. */
export async function checkRefusedAddresses(
  db: DbReader,
  { list, asOf, add, remove }: RefusedAddressesContent,
): Promise<ListRefusal | undefined> {
  if (await isDayAhead(db, asOf)) return 'list-ahead';
  const parsed = add.map(parseAddress);
  const addresses = parsed.flatMap((each) => ('address' in each ? each.address : []));
  if (addresses.length < parsed.length) return 'address-invalid';
  // Nothing is sent to ourselves over the chain: an address of ours on a list is a slip.
  for (const address of addresses) if (await isHotAddress(db, address)) return 'listed-own';
  if ((await listPooledAmong(db, addresses)).length > 0) return 'listed-own';
  const listed = await listListed(db, { list, addresses: [...add, ...remove] });
  if (add.some((address) => listed.has(address))) return 'listed-already';
  return remove.every((address) => listed.has(address)) ? undefined : 'not-listed';
}

/** Changes a list as two operators decided in the change `id`. Returns why it could not, and changes nothing then. */
export async function carryOutRefusedAddresses(
  tx: DbTx,
  { id: changeId, change }: { readonly id: string; readonly change: RefusedAddressesContent },
): Promise<ListRefusal | undefined> {
  const { list, source, asOf, reason, add, remove } = change;
  await lockList(tx, list);
  const refusal = await checkRefusedAddresses(tx, change);
  if (refusal !== undefined) return refusal;
  await insertRefused(tx, { list, source, asOf, reason, addresses: add, changeId });
  await removeRefused(tx, { list, addresses: remove, changeId });
  return undefined;
}

/** What a change of a list says beside the list's name, as it is signed: every address stands in it. Pure. */
export function refusedAddressDetails(content: RefusedAddressesContent): DecisionDetail[] {
  const { source, asOf, reason, add, remove } = content;
  return [
    ...(add.length === 0
      ? []
      : [
          { name: 'list-source' as const, text: source },
          { name: 'list-as-of' as const, text: asOf },
          { name: 'hold-reason' as const, text: reason },
          { name: 'addresses-added' as const, text: `${add.length}: ${add.join(' ')}` },
        ]),
    ...(remove.length === 0
      ? []
      : [{ name: 'addresses-removed' as const, text: `${remove.length}: ${remove.join(' ')}` }]),
  ];
}
