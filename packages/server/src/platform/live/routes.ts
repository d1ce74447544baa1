import { implement } from '@orpc/server';
import type { SessionId } from '@tern/base/ids';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../api-context.ts';
import type { LiveHub } from './live-hub.ts';

export type LiveDeps = {
  readonly hub: LiveHub;
  /** Whether the session still counts. Asked again and again, as a stream outlives its request's check. */
  readonly isSessionOpen: (sessionId: SessionId) => Promise<boolean>;
  /** How often a quiet stream's session is looked at, in milliseconds. */
  readonly recheckMs: number;
};

/** The live part of the contract: one stream per open screen. */
export function liveRouter(deps: LiveDeps) {
  const os = implement(contract.live).$context<ApiContext>();
  return os.router({
    live: os.live.use(requireSession).handler(async function* ({ context, input, signal }) {
      const { personId, sessionId } = context.session;
      const ending = new AbortController();
      const recheck = setInterval(() => {
        deps.isSessionOpen(sessionId).then(
          (open) => open || ending.abort(),
          () => ending.abort(),
        );
      }, deps.recheckMs);
      try {
        const events = await deps.hub.subscribe(
          personId,
          AbortSignal.any([ending.signal, ...(signal === undefined ? [] : [signal])]),
          input.since === undefined ? undefined : new Date(input.since),
        );
        for await (const event of events) {
          // The end of a session is announced as a change of the account; `ready` covers what was announced before.
          const mayHaveEnded = event.topic === 'account' || event.topic === 'ready';
          if (mayHaveEnded && !(await deps.isSessionOpen(sessionId))) return;
          yield event;
        }
      } finally {
        clearInterval(recheck);
        ending.abort();
      }
    }),
  });
}
