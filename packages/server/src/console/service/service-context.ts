import type { ServiceKey } from '../keys/public.ts';

/** What the service API hands to every procedure. */
export type ServiceContext = {
  readonly requestId: string;
  readonly ip: string;
  /** Null where no key was shown that can be used; only `guardCalls` lets calls through, and none without. */
  readonly key: ServiceKey | null;
};
