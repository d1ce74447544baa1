import type { TronAddress } from '@tern/tron/address';
import { getPermissions, permissionOf } from '@tern/tron/get-permissions';
import type { TronNode } from '@tern/tron/open-node';

/**
 * How the key of an account of the house has to sign now: as its owner (no id), by its first active permission (2), or not
 * at all (`none`), where the chain says that others have to. Throws `NodeFault`.
 */
export async function findPermissionId(
  node: TronNode,
  address: TronAddress,
): Promise<{ readonly permissionId?: 2 } | 'none'> {
  const id = permissionOf(await getPermissions(node, { view: 'head', address }), address);
  if (id === undefined) return 'none';
  return id === 0 ? {} : { permissionId: id };
}
