/**
 * The state of a navigation that leads to the transfer form with a contact filled in. A page's address is kept in histories and
 * logs: nobody's phone number or e-mail address belongs there.
 */
export type ReceiverState = { readonly receiver: string };

/** The contact that a navigation brought; nothing where it brought none. */
export function readReceiver(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('receiver' in state)) return undefined;
  return typeof state.receiver === 'string' ? state.receiver : undefined;
}
