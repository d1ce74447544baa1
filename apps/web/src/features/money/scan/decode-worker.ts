import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { DecodeAnswer, DecodeQuestion } from './decode-messages.ts';

/** Larger pictures are drawn smaller: a code that fills a tenth of such a side can still be read. */
const sideMaxPx = 2400;

// Our own copy: the library would fetch it from a public network of copies.
void prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

const options: Readonly<Record<DecodeQuestion['effort'], ReaderOptions>> = {
  frame: { formats: ['QRCode'], maxNumberOfSymbols: 2, tryHarder: true, tryDenoise: false },
  photo: { formats: ['QRCode'], maxNumberOfSymbols: 2, tryHarder: true, tryDenoise: true },
};

addEventListener('message', ({ data }: MessageEvent<DecodeQuestion>) => {
  void decode(data).then((answer) => postMessage(answer));
});

async function decode({ id, picture, effort }: DecodeQuestion): Promise<DecodeAnswer> {
  try {
    const found = await readBarcodes(readPixels(picture), options[effort]);
    return { id, texts: found.filter(({ isValid }) => isValid).map(({ text }) => text) };
  } catch {
    return { id, failed: true };
  } finally {
    picture.close();
  }
}

function readPixels(picture: ImageBitmap): ImageData {
  const scale = Math.min(1, sideMaxPx / Math.max(picture.width, picture.height));
  const [width, height] = [
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  ];
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('this browser does not draw');
  canvas.drawImage(picture, 0, 0, width, height);
  return canvas.getImageData(0, 0, width, height);
}
