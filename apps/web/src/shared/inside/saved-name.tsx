import { useQuery } from '@tanstack/react-query';
import { ShortAddress } from '@tern/ui/address';
import { addressBookQuery } from './address-book-query.ts';

/** The name that the person saved the address under. Undefined where it is not saved, or not known to be. */
export function useSavedName(address: string | null): string | undefined {
  const { data } = useQuery({ ...addressBookQuery, enabled: address !== null });
  return data?.entries.find((entry) => entry.address === address)?.label;
}

/** Who an address is, in short: the name the person gave it, or its short form. */
export function PartyName({ address }: { address: string }) {
  const name = useSavedName(address);
  return name === undefined ? <ShortAddress address={address} /> : <bdi>{name}</bdi>;
}
