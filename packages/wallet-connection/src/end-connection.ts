import type { Connection } from './connection.ts';
import { disconnected } from './error-body.ts';
import { ask, type Outgoing } from './outgoing.ts';

/**
 * Ends a connection from our side: the person ended it, or everything of theirs ends. One that is over already stays
 * as it is, and there is nothing to send.
 *
 * @param deleteId A new id of ours.
 */
export function endConnection(
  connection: Connection,
  deleteId: number,
): { readonly connection: Connection; readonly outgoing: readonly Outgoing[] } {
  if (connection.phase === 'over') return { connection, outgoing: [] };
  return {
    connection: { ...connection, phase: 'over', endedBy: 'person', waiting: [] },
    outgoing: [ask(connection.topic, deleteId, 'wc_sessionDelete', disconnected)],
  };
}
