import { useMutation } from '@tanstack/react-query';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { api } from '../../../shared/api.ts';
import { createRequestKey } from '../../../shared/request-key.ts';

/** How long the server keeps amount and fee fixed. */
const draftLifetimeMs = 5 * 60_000;

export type DraftRequest = Parameters<typeof api.transfers.createDraft>[0] & {
  /** The address as the person gave it. */
  expected: string;
  /** The fee of the draft that this one takes the place of, in base units. */
  formerFee?: string;
};

/** A draft with what its confirmation needs. */
export type PreparedDraft = {
  draft: DraftView;
  request: DraftRequest;
  /** By this device's clock, which may differ from the server's: counted from before the draft was asked for. */
  expiresAtMs: number;
  /** Made before the first try and kept for every further one: the transfer happens once. */
  requestKey: string;
};

/** Asks the server to fix amount, fee and receiver. */
export function useDraft(events: { onReady: () => void; onRefused: (error: unknown) => void }) {
  return useMutation({
    mutationFn: async (request: DraftRequest): Promise<PreparedDraft> => {
      const { expected: _expected, formerFee: _formerFee, ...input } = request;
      const expiresAtMs = Date.now() + draftLifetimeMs;
      return { draft: await api.transfers.createDraft(input), request, expiresAtMs, requestKey: createRequestKey() };
    },
    onSuccess: events.onReady,
    onError: events.onRefused,
  });
}
