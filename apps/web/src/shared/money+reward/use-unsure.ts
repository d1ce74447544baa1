import { useState } from 'react';
import type { KeptFields } from '../kept-fields.ts';
import { useKeptDraft } from '../use-kept-draft.ts';

type Mark = { isUnsure: boolean };

const fields: KeptFields<Mark> = { isUnsure: (raw) => (raw === true ? raw : undefined) };

export type Unsure = {
  /** What this page sent last may have been carried out, and nobody has looked yet. */
  readonly isUnsure: boolean;
  /** Changes with each request that was left open: the form begins anew. */
  readonly round: number;
  readonly mark: (isUnsure: boolean) => void;
  readonly beginAnew: () => void;
};

/** Remembers for a form, also over a reload, that the answer to what it sent was lost. */
export function useUnsure(): Unsure {
  const kept = useKeptDraft('unsure', fields);
  const [isUnsure, setUnsure] = useState(kept.values.isUnsure ?? false);
  const [round, setRound] = useState(0);
  return {
    isUnsure,
    round,
    mark(next) {
      kept.keep({ isUnsure: next }, { isUnsure: false });
      setUnsure(next);
    },
    beginAnew: () => setRound((current) => current + 1),
  };
}
