import type { DecodeAnswer, DecodeQuestion } from './decode-messages.ts';

export type Decoder = {
  /** Texts of the QR codes in the picture, which is used up by this. Rejects where this browser cannot decode. */
  read: (picture: ImageBitmap, effort: DecodeQuestion['effort']) => Promise<readonly string[]>;
  /** Stops what is under way; a later `read` starts anew. */
  close: () => void;
};

type Waiting = { resolve: (texts: readonly string[]) => void; reject: (error: Error) => void };

/** A decoder beside the page: it never holds up the screen, and only it may run WebAssembly. Starts with the first picture. */
export function createDecoder(): Decoder {
  const asked = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let count = 0;

  function stop(reason: string) {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of asked.values()) reject(new Error(reason));
    asked.clear();
  }
  function start(): Worker {
    const started = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => {
      const waiting = asked.get(data.id);
      asked.delete(data.id);
      if ('failed' in data) waiting?.reject(new Error('the picture could not be decoded'));
      else waiting?.resolve(data.texts);
    });
    started.addEventListener('error', () => stop('the decoder did not load'));
    return started;
  }

  return {
    read: (picture, effort) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        count += 1;
        asked.set(count, { resolve, reject });
        worker.postMessage({ id: count, picture, effort } satisfies DecodeQuestion, [picture]);
      }),
    close: () => stop('the decoder is closed'),
  };
}
