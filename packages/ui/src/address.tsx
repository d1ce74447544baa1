import './address.css';

/** The short form is a label, never proof: first six and last five characters. */
export function ShortAddress(props: { address: string }) {
  return (
    <bdi dir="ltr" className="address" translate="no">
      {`${props.address.slice(0, 6)}…${props.address.slice(-5)}`}
    </bdi>
  );
}

/** All of the address in two lines of 17, in groups of four of alternating ink. Its ends are never emphasised. */
export function FullAddress(props: { address: string }) {
  const { address } = props;
  const lines = [address.slice(0, 17), address.slice(17)];
  return (
    <bdi dir="ltr" className="address address-full" translate="no">
      {lines.map((line, index) => (
        <span key={index}>
          <b>{line.slice(0, 4)}</b>
          {line.slice(4, 8)}
          <b>{line.slice(8, 12)}</b>
          {line.slice(12)}
        </span>
      ))}
    </bdi>
  );
}

/** Two addresses under each other: the shared start and end plain, what differs marked. */
export function AddressDifference(props: { address: string; other: string }) {
  const { address, other } = props;
  let start = 0;
  while (start < address.length && address[start] === other[start]) start += 1;
  let end = 0;
  while (end < address.length - start && address.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (
    <bdi dir="ltr" className="address-difference" translate="no">
      {address.slice(0, start)}
      <mark>{address.slice(start, address.length - end)}</mark>
      {address.slice(address.length - end)}
    </bdi>
  );
}
