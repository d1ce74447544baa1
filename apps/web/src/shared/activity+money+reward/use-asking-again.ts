import { useEffect, useRef } from 'react';
import { useConnected } from '../connection.ts';

const waitsMs = [5000, 10_000, 20_000, 30_000] as const;

/** Repeats a request whose answer was lost: at once when the connection is back, and after ever longer waits while there is one. */
export function useAskingAgain(isLost: boolean, repeat: () => void): void {
  const connected = useConnected();
  const tries = useRef(0);
  const wasAway = useRef(false);
  const latest = useRef(repeat);
  useEffect(() => {
    latest.current = repeat;
  });
  useEffect(() => {
    if (!isLost) return;
    if (!connected) {
      wasAway.current = true;
      return;
    }
    const waitMs = wasAway.current ? 0 : waitsMs[Math.min(tries.current, waitsMs.length - 1)];
    const timer = setTimeout(() => {
      wasAway.current = false;
      tries.current += 1;
      latest.current();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isLost, connected]);
}
