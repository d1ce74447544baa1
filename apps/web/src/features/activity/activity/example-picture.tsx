import { useLingui } from '@lingui/react/macro';

/** What a good picture looks like: the house's example, or a drawing of an account page with its user ID marked. */
export function ExamplePicture(props: { path: string | null }) {
  const { t } = useLingui();
  const label = t`Example of a good picture`;
  if (props.path !== null) return <img src={props.path} alt={label} />;
  return (
    <svg viewBox="0 0 120 132" role="img" aria-label={label}>
      <path className="example-paper" d="M28 132V38a10 10 0 0 1 10-10h44a10 10 0 0 1 10 10v94" />
      <circle className="example-mark" cx="60" cy="50" r="12" />
      <rect className="example-mark" x="44" y="70" width="32" height="5" rx="2.5" />
      <rect className="example-frame" x="44" y="80" width="32" height="12" rx="5" />
      <rect className="example-id" x="49" y="84" width="22" height="4" rx="2" />
      <rect className="example-mark" x="37" y="100" width="46" height="13" rx="4" />
      <rect className="example-mark" x="37" y="118" width="46" height="13" rx="4" />
    </svg>
  );
}
