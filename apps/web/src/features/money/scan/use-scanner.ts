import { useEffect, type RefObject } from 'react';
import type { Decoder } from './decoder.ts';

/** Between two looks: quick enough to seem immediate, slow enough to spare the battery. */
const pauseMs = 100;

/** Looks at the video's picture again and again while it plays, and tells what codes it finds. */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  scanner: {
    /** Undefined while nothing is to be looked for. */
    decoder: Decoder | undefined;
    onTexts: (texts: readonly string[]) => void;
    onFault: () => void;
  },
) {
  const { decoder, onTexts, onFault } = scanner;
  useEffect(() => {
    if (decoder === undefined) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look(using: Decoder) {
      const element = video.current;
      if (element !== null && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && element.videoWidth > 0) {
        // The picture may end between the question and the copy.
        const picture = await createImageBitmap(element).catch(() => undefined);
        const texts = picture === undefined ? [] : await using.read(picture, 'frame');
        if (!left && texts.length > 0) onTexts(texts);
      }
      if (!left) timer = setTimeout(start, pauseMs, using);
    }
    function start(using: Decoder) {
      look(using).catch(() => {
        if (!left) onFault();
      });
    }
    start(decoder);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [video, decoder, onTexts, onFault]);
}
