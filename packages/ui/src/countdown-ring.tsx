import './ring.css';

const radius = 15;
const length = 2 * Math.PI * radius;

/** Real seconds that are left of `total`. `label` says the same in words. */
export function CountdownRing(props: { left: number; total: number; label: string }) {
  const shown = (Math.min(props.left, props.total) / props.total) * length;
  return (
    <svg className="countdown-ring" viewBox="0 0 36 36" role="img" aria-label={props.label}>
      <circle cx="18" cy="18" r={radius} />
      <circle cx="18" cy="18" r={radius} className="countdown-left" strokeDasharray={`${shown} ${length}`} />
      <text x="18" y="22.5" textAnchor="middle">
        {props.left}
      </text>
    </svg>
  );
}
