import { encode } from 'uqr';

const cellPx = 20;
/** Modules of white around the code, as the standard asks. */
const quiet = 4;
const textPx = 190;
/** What an eye of the code measures, in modules. */
const eye = 7;

export type AddressImageText = {
  /** Printed above the address, for example that only Tron's network reaches it. */
  network: string;
  address: string;
};

/**
 * A PNG that still says everything when it lies among other pictures: the QR code, and below it network and address in
 * full. `content` is what the code holds. Rejects where the browser cannot draw.
 */
export async function drawAddressImage(content: string, text: AddressImageText): Promise<Blob> {
  const { data, size } = encode(content, { ecc: 'M', border: 0 });
  const widthPx = (size + 2 * quiet) * cellPx;
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = widthPx + textPx;
  const draw = canvas.getContext('2d');
  if (draw === null) throw new Error('this browser does not draw');
  const styles = getComputedStyle(document.documentElement);
  const ink = styles.getPropertyValue('--qr-ink');
  draw.fillStyle = styles.getPropertyValue('--qr-paper');
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.fillStyle = ink;
  drawModules(draw, data, size);
  await document.fonts.ready;
  drawText(draw, text, widthPx, styles.getPropertyValue('--font-ui'));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)), 'image/png');
  });
}

function drawModules(draw: CanvasRenderingContext2D, data: boolean[][], size: number) {
  const corners = [
    [0, 0],
    [size - eye, 0],
    [0, size - eye],
  ] as const;
  const isEye = (x: number, y: number) =>
    corners.some(([left, top]) => x >= left && x < left + eye && y >= top && y < top + eye);
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (!dark || isEye(x, y)) return;
      draw.beginPath();
      draw.arc(toPx(x) + cellPx / 2, toPx(y) + cellPx / 2, cellPx * 0.48, 0, 2 * Math.PI);
      draw.fill();
    });
  });
  for (const [x, y] of corners) {
    draw.beginPath();
    draw.roundRect(toPx(x), toPx(y), eye * cellPx, eye * cellPx, 2 * cellPx);
    draw.roundRect(toPx(x + 1), toPx(y + 1), (eye - 2) * cellPx, (eye - 2) * cellPx, 1.2 * cellPx);
    draw.fill('evenodd');
    draw.beginPath();
    draw.roundRect(toPx(x + 2), toPx(y + 2), (eye - 4) * cellPx, (eye - 4) * cellPx, 0.9 * cellPx);
    draw.fill();
  }
}

function drawText(draw: CanvasRenderingContext2D, text: AddressImageText, widthPx: number, font: string) {
  draw.textAlign = 'center';
  draw.direction = 'ltr';
  draw.font = `500 28px ${font}`;
  draw.fillText(text.network, widthPx / 2, widthPx + 34, widthPx - 2 * cellPx);
  draw.font = `600 40px ${font}`;
  draw.fillText(text.address.slice(0, 17), widthPx / 2, widthPx + 96);
  draw.fillText(text.address.slice(17), widthPx / 2, widthPx + 148);
}

function toPx(module: number): number {
  return (module + quiet) * cellPx;
}
