import { useEffect, useState } from 'react';

const restMs = 300;

/** A value once it has not changed for a moment, as when somebody has stopped typing. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (settled === value) return;
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [settled, value]);
  return settled;
}
