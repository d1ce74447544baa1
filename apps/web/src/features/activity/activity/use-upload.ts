import type { EvidencePicture } from '@tern/contracts/routes/activities';
import { useEffect, useRef, useState } from 'react';
import { preparePicture } from '../../../shared/prepare-picture.ts';
import type { Problem } from '../../../shared/problem.ts';
import { isPassing, readProblem } from '../../../shared/read-problem.ts';
import { uploadPicture } from './upload-picture.ts';

/** Larger pictures are made smaller here: the server keeps no more, and less has to be sent. */
const bytesMax = 1_500_000;

export type PictureState =
  | { readonly step: 'none' }
  /** `preview`: an address of this page alone. */
  | { readonly step: 'sending'; readonly preview: string; readonly sent: number; readonly total: number }
  | { readonly step: 'kept'; readonly preview: string; readonly name: string }
  /** `unreadable`: not a picture this browser can read. `broken`: the transfer broke. */
  | { readonly step: 'failed'; readonly fault: 'unreadable' | 'broken' | Problem };

/** A picture on its way to the server. Another one takes the place of the one before, wherever that is. */
export function useUpload(first: EvidencePicture | null): {
  readonly state: PictureState;
  readonly choose: (file: File) => void;
  readonly clear: () => void;
} {
  const [state, setState] = useState<PictureState>(
    first === null ? { step: 'none' } : { step: 'kept', preview: first.path, name: first.name },
  );
  const under = useRef<AbortController>(null);
  const shown = useRef<string>(null);
  useEffect(() => () => forget(under.current, shown.current), []);

  function clear() {
    forget(under.current, shown.current);
    setState({ step: 'none' });
  }
  async function send(file: File) {
    clear();
    const leaving = new AbortController();
    under.current = leaving;
    const picture = await preparePicture(file, bytesMax);
    if (leaving.signal.aborted) return;
    if (picture === undefined) return setState({ step: 'failed', fault: 'unreadable' });
    const preview = URL.createObjectURL(picture);
    shown.current = preview;
    const total = picture.size;
    setState({ step: 'sending', preview, sent: 0, total });
    try {
      const { name } = await uploadPicture(picture, {
        onProgress: (sent) => setState((now) => (now.step === 'sending' ? { ...now, sent } : now)),
        signal: leaving.signal,
      });
      if (!leaving.signal.aborted) setState({ step: 'kept', preview, name });
    } catch (error) {
      if (leaving.signal.aborted) return;
      setState({ step: 'failed', fault: isPassing(error) ? 'broken' : readProblem(error) });
    }
  }
  return { state, choose: (file) => void send(file), clear };
}

function forget(leaving: AbortController | null, preview: string | null) {
  leaving?.abort();
  if (preview !== null) URL.revokeObjectURL(preview);
}
