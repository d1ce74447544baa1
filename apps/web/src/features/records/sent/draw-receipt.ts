import type { Receipt } from './receipt.ts';

const widthPx = 1080;
const marginPx = 80;
const linePx = 56;
/** Characters of a code in one line. */
const codePerLine = 34;

type Pen = { readonly draw: CanvasRenderingContext2D; readonly isRtl: boolean; readonly font: string };

/** A PNG of the receipt, dark on white in both themes. Rejects where the browser cannot draw. */
export async function drawReceipt(receipt: Receipt): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const draw = canvas.getContext('2d');
  if (draw === null) throw new Error('this browser does not draw');
  const styles = getComputedStyle(document.documentElement);
  const font = styles.getPropertyValue('--font-ui');
  const pen: Pen = { draw, isRtl: document.documentElement.dir === 'rtl', font };
  await document.fonts.ready;
  canvas.width = widthPx;
  canvas.height = heightOf(receipt);
  draw.fillStyle = styles.getPropertyValue('--qr-paper');
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.fillStyle = styles.getPropertyValue('--qr-ink');
  drawAll(pen, receipt);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)), 'image/png');
  });
}

function linesOf(value: string, isCode: boolean): readonly string[] {
  return isCode ? (value.match(new RegExp(`.{1,${codePerLine}}`, 'g')) ?? []) : [value];
}

function heightOf({ lines }: Receipt): number {
  const rows = lines.map(({ value, isCode }) => linesOf(value, isCode === true).length + 1.4);
  return 360 + linePx * rows.reduce((sum, each) => sum + each, 0) + 100;
}

function drawAll(pen: Pen, { title, amount, unit, lines, made }: Receipt) {
  write(pen, { text: title, size: 44, weight: 600, y: 130 });
  write(pen, { text: `${amount} ${unit}`, size: 92, weight: 650, y: 260, isCode: true });
  let y = 360;
  for (const { term, value, isCode } of lines) {
    write(pen, { text: term, size: 32, weight: 400, y, alpha: 0.65 });
    for (const part of linesOf(value, isCode === true)) {
      y += linePx;
      write(pen, { text: part, size: 40, weight: 550, y, isCode: isCode === true });
    }
    y += linePx * 1.4;
  }
  write(pen, { text: made, size: 32, weight: 400, y: y + 24, alpha: 0.65 });
}

type Written = { text: string; size: number; weight: number; y: number; alpha?: number; isCode?: boolean };

/** From the page's own side; too long a text is drawn narrower rather than cut. */
function write({ draw, isRtl, font }: Pen, { text, size, weight, y, alpha = 1, isCode = false }: Written) {
  draw.font = `${weight} ${size}px ${font}`;
  draw.direction = isRtl && !isCode ? 'rtl' : 'ltr';
  draw.textAlign = isRtl ? 'right' : 'left';
  draw.globalAlpha = alpha;
  draw.fillText(text, isRtl ? widthPx - marginPx : marginPx, y, widthPx - 2 * marginPx);
  draw.globalAlpha = 1;
}
