/** Somebody who was found by what was typed, and the name its owner chose. Their address stays their own. */
export function FoundPerson(props: { contact: string; name: string }) {
  return (
    <>
      <p className="title-3">
        <bdi>{props.name}</bdi>
      </p>
      <p>
        <bdi dir="ltr">{props.contact}</bdi>
      </p>
    </>
  );
}
