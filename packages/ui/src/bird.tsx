import './bird.css';

/** The logo: three tapered strokes and the point. Decoration; the product's name stands in words. */
export function Bird(props: { size: number }) {
  return (
    <svg
      className="bird"
      width={props.size}
      height={props.size}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
    >
      <g fill="currentColor" stroke="currentColor" strokeWidth="3" strokeLinejoin="round">
        <path d="M3 17C22 11 35 19 38 39C29 29 18 22 3 17Z" />
        <path d="M60 5C45 10 36 22 36 40C43 27 51 16 60 5Z" />
        <path d="M9 58C21 52 29 47 34 39C36 36 40 37 39.5 40.5C34 51 24 57 9 58Z" />
      </g>
      <circle className="bird-point" cx="51" cy="38.5" r="5" />
    </svg>
  );
}
