import { FullAddress } from '@tern/ui/address';

/** The name and all of the address that the factors are given for. */
export function SavedAs(props: { label: string; address: string }) {
  return (
    <div className="address-book-full">
      <p className="caption">
        <bdi>{props.label}</bdi>
      </p>
      <FullAddress address={props.address} />
    </div>
  );
}
