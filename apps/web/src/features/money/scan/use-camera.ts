import { useEffect, useState } from 'react';
import { openCamera, type Camera, type CameraFault } from './camera.ts';

export type CameraState = { state: 'opening' } | { state: 'open'; camera: Camera } | { state: CameraFault };

/**
 * The camera as long as this page is on the screen: it is released when the page is left or hidden, and asked for again
 * when it comes back. `retry` asks again after a refusal.
 */
export function useCamera(): CameraState & { retry: () => void } {
  const [state, setState] = useState<CameraState>({ state: 'opening' });
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  useEffect(() => {
    if (!visible) return;
    let left = false;
    let open: Camera | undefined;
    void openCamera(() => setState({ state: 'busy' })).then((result) => {
      if ('fault' in result) {
        if (!left) setState({ state: result.fault });
        return;
      }
      // The answer may come when nobody looks any more.
      if (left) result.close();
      else {
        open = result;
        setState({ state: 'open', camera: result });
      }
    });
    return () => {
      left = true;
      open?.close();
      setState({ state: 'opening' });
    };
  }, [visible, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
