export type CameraFault =
  /** The person, or the browser for them, said no. */
  | 'denied'
  /** There is none, or this page may not know of any. */
  | 'none'
  /** It is there but gives no picture: another app may have it. */
  | 'busy';

/** An open camera. Whoever opened it has to close it. */
export type Camera = {
  stream: MediaStream;
  /** Switches the light; absent where the camera has none. */
  setTorch: ((on: boolean) => Promise<void>) | undefined;
  close: () => void;
};

/** Asks for the camera at the back. `onEnd` is called when the picture ends by itself, for example as a call comes in. */
export async function openCamera(onEnd: () => void): Promise<Camera | { fault: CameraFault }> {
  // Pages that did not come over a safe connection have none.
  if (!('mediaDevices' in navigator)) return { fault: 'none' };
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    return { fault: readFault(error) };
  }
  const [track] = stream.getVideoTracks();
  track?.addEventListener('ended', onEnd, { once: true });
  return {
    stream,
    setTorch:
      track !== undefined && hasTorch(track)
        ? (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
        : undefined,
    close: () => {
      track?.removeEventListener('ended', onEnd);
      for (const each of stream.getTracks()) each.stop();
    },
  };
}

function hasTorch(track: MediaStreamTrack): boolean {
  // Not every browser has the question, and the light is in none of its types yet.
  const capabilities: object = 'getCapabilities' in track ? track.getCapabilities() : {};
  return 'torch' in capabilities && capabilities.torch === true;
}

function readFault(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}
