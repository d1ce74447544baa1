import { randomBytes } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { DepositId, OperatorId, TreasuryOrderId } from '@tern/base/ids';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { listQuarantine, returnToSender } from '../../../money/deposits/public.ts';
import { insertReturn } from '../return-orders.ts';
import type { TreasuryWorld } from './treasury-world.ts';

const amount = 2_000_000n;

/** USDT that reached an address of nobody's and that two operators give back to where it came from. */
export async function openReturns(world: TreasuryWorld, operators: readonly [OperatorId, OperatorId]) {
  const sender = new TronWeb({ fullHost: world.chain.url, privateKey: randomBytes(32).toString('hex') });
  const from = sender.defaultAddress.base58 as TronAddress;
  await world.chain.admin.faucetTrx(from, 50_000_000_000n);
  await world.chain.admin.faucetToken('usdt', from, 50_000_000_000n);
  await world.settle();
  const { rows } = await sql<{ address: TronAddress }>`
    SELECT address FROM address_pool ORDER BY derivation_index DESC LIMIT 1`.execute(world.database.db.kysely);
  const stray = rows[0]?.address;
  assert(stray !== undefined, 'there is an address of nobody’s');
  const had = await world.onChain(from, 'usdt');
  let sent = 0n;

  const strand = async (): Promise<DepositId> => {
    const { transaction } = await sender.transactionBuilder.triggerSmartContract(
      world.treasury.contracts.usdt,
      'transfer(address,uint256)',
      { feeLimit: 100_000_000 },
      [
        { type: 'address', value: stray },
        { type: 'uint256', value: String(amount) },
      ],
    );
    const { result, txid } = await sender.trx.sendRawTransaction(await sender.trx.sign(transaction));
    assert(result, 'the sender’s payment is accepted');
    sent += amount;
    await world.settle();
    const { suspense } = await listQuarantine(world.database.asConsole);
    const deposit = suspense.find(({ txId }) => txId === txid);
    assert(deposit !== undefined, 'what nobody owns is in suspense');
    return deposit.depositId;
  };
  const giveBack = async (depositId: DepositId): Promise<TreasuryOrderId> => {
    const deps = {
      db: world.database.asConsole,
      isContract: () => Promise.resolve(false),
      sharedSources: new Set<TronAddress>(),
      orderReturn: insertReturn,
    };
    for (const operatorId of operators)
      await returnToSender(deps, { depositId, operatorId, reason: 'asked for by its sender', despiteWarnings: true });
    const { rows: orders } = await sql<{ id: TreasuryOrderId }>`
      SELECT order_id AS id FROM suspense_returns WHERE deposit_id = ${depositId} AND ended_at IS NULL`.execute(
      world.database.db.kysely,
    );
    assert(orders[0] !== undefined, 'a return is ordered');
    return orders[0].id;
  };
  return {
    amount,
    total: async () => (await world.onChain(from, 'usdt')) - had + sent,
    prepare: async () => {
      const depositId = await strand();
      return () => giveBack(depositId);
    },
  };
}
