import { fromHex } from '../crypto/bytes.ts';
import type { Permission } from '../proto/types.ts';
import type { Cell, CellReader } from './cells.ts';
import { findWitness } from './witnesses.ts';
import type { Workspace } from './workspace.ts';

export type PermissionsCell = {
  readonly owner: Permission;
  readonly witness: Permission | null;
  readonly actives: readonly Permission[];
};

/** Contract types a fresh active permission may sign: all but the change of permissions itself. */
const defaultOperations = fromHex('7fff1fc0033efb0f000000000000000000000000000000000000000000000000');
/** Contract types a permission may name at all. */
export const availableOperations = fromHex('7fff1fc0037efb0f000000000000000000000000000000000000000000000000');

/** Who may sign for the account. One that never said has its own key, alone, for everything. */
export function getPermissions(state: CellReader, addressHex: string): PermissionsCell {
  const kept = state.get(`permissions/${addressHex}`) as PermissionsCell | undefined;
  return kept ?? defaultPermissions(addressHex, isWitness(state, addressHex));
}

/** The permission of this number: 0 is the owner's. */
export function findPermission(state: CellReader, addressHex: string, id: number): Permission | undefined {
  const { owner, witness, actives } = getPermissions(state, addressHex);
  if (id === owner.id) return owner;
  if (witness !== null && id === witness.id) return witness;
  return actives.find((active) => active.id === id);
}

/** Keeps permissions under the numbers the chain gives them, whatever they came with. */
export function putPermissions(state: Workspace, addressHex: string, permissions: PermissionsCell): void {
  const numbered: PermissionsCell = {
    owner: { ...permissions.owner, id: 0 },
    witness: permissions.witness === null ? null : { ...permissions.witness, id: 1 },
    actives: permissions.actives.map((active, index) => ({ ...active, id: index + 2 })),
  };
  state.set(`permissions/${addressHex}`, numbered satisfies Cell);
}

/** Whether the account makes blocks. */
export function isWitness(state: CellReader, addressHex: string): boolean {
  return findWitness(state, addressHex) !== undefined;
}

/** Gives a new witness the permission to make blocks, beside those it chose before. */
export function addWitnessPermission(state: Workspace, addressHex: string): void {
  const kept = state.get(`permissions/${addressHex}`) as PermissionsCell | undefined;
  if (kept === undefined) return;
  putPermissions(state, addressHex, { ...kept, witness: defaultPermissions(addressHex, true).witness });
}

function defaultPermissions(addressHex: string, witness: boolean): PermissionsCell {
  const own = (type: Permission['type'], id: number): Permission => ({
    type,
    id,
    permission_name: type.toLowerCase(),
    threshold: 1n,
    parent_id: 0,
    operations: type === 'Active' ? defaultOperations : new Uint8Array(0),
    keys: [{ address: fromHex(addressHex), weight: 1n }],
  });
  return { owner: own('Owner', 0), witness: witness ? own('Witness', 1) : null, actives: [own('Active', 2)] };
}
