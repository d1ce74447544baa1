import { useMemo } from 'react';
import { encode } from 'uqr';

/** A QR code, dark on white in both themes. `label` says what it holds. */
export function QrCode(props: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawQr(props.text), [props.text]);
  return (
    <svg
      className="qr-paper"
      width="200"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={props.label}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** One path over all dark modules, run by run of each line. */
function drawQr(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  let path = '';
  data.forEach((line, y) => {
    let start = -1;
    for (let x = 0; x <= size; x += 1) {
      if (line[x] && start === -1) start = x;
      if (!line[x] && start !== -1) {
        path += `M${start} ${y}h${x - start}v1h${start - x}z`;
        start = -1;
      }
    }
  });
  return { path, size };
}
