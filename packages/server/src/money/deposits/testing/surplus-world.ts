import { assert } from '@tern/base/assert';
import type { SurplusId, TreasuryOrderId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { collectHoldings, findHoldings } from '../../../house/sweeps/public.ts';
import { insertReturn, isSignedOtherwise } from '../../../house/treasury/public.ts';
import { selectCursor, type Cursor } from '../deposit-store.ts';
import { keepSurplus, type Kept } from '../keep-surplus.ts';
import { endReturn } from '../return-to-sender.ts';
import { settleSurplus, type SurplusRefusal } from '../settle-surplus.ts';
import { selectOpenSurpluses } from '../surplus-store.ts';
import { stranger } from './deposit-rules.ts';
import type { DepositWorld } from './deposit-world.ts';
import { trxTransfer, txIdOf, type Tamper } from './scripted-chain.ts';

/** One deposit address, what the chain really has on it, and a node that hides some of it. */
export type SurplusWorld = {
  readonly address: TronAddress;
  /** Sun on the chain, whatever the node says. */
  readonly onChain: () => bigint;
  /** Something arrives; `hidden`: the node does not show it until it is told to. */
  readonly arrive: (amountSun: number, how?: 'shown' | 'hidden' | 'unclear') => Promise<void>;
  /** The node shows all it hid, and its blocks are read again from before the first of them. */
  readonly readAgain: () => Promise<void>;
  /** One comparison of the address at the next block. */
  readonly compare: () => Promise<Kept>;
  /** Two operators decide about the oldest open surplus; undefined where there is none. */
  readonly decide: (to: TronAddress | null) => Promise<SurplusRefusal | 'done' | undefined>;
  /** The return under way ends, paid or not. */
  readonly endReturn: (isPaid: boolean) => Promise<void>;
  /** By the books on the address. */
  readonly byTheBooks: () => Promise<bigint>;
};

export async function openSurplusWorld(world: DepositWorld, address: TronAddress): Promise<SurplusWorld> {
  const hidden = new Set<string>();
  let real = 0n;
  // Reading has begun by then, so that there is somewhere to set it back to.
  await world.catchUp();
  const start = await selectCursor(world.database.db.kysely);
  assert(start !== undefined, 'the chain is read');
  const tamper: Tamper = (_path, _body, honest) => withoutHidden(honest, hidden);
  const deps = { ...world.deps, nodes: [world.chain.openNode('hides', tamper)] as const };
  const db = world.database.asWorker;
  const byTheBooks = async (): Promise<bigint> => {
    while ((await collectHoldings(db, { limit: 500 })) > 0);
    const [holding] = await findHoldings(db.kysely, [{ address, assetId: 'trx' }]);
    return holding?.amount ?? 0n;
  };
  return {
    address,
    onChain: () => real,
    byTheBooks,
    arrive: async (amountSun, how = 'shown') => {
      const contractRet = how === 'unclear' ? 'DEFAULT' : 'SUCCESS';
      const transfer = trxTransfer({ from: stranger, to: address, amountSun, contractRet });
      if (how === 'hidden') hidden.add(txIdOf(transfer));
      world.chain.mine(transfer);
      real += BigInt(amountSun);
      world.solidify();
      await world.catchUp(deps);
    },
    readAgain: async () => {
      hidden.clear();
      await setBack(world, start);
      await world.catchUp(deps);
    },
    compare: async () => {
      world.chain.mine();
      world.solidify();
      await world.catchUp(deps);
      const books = await byTheBooks();
      const cursor = await selectCursor(db.kysely);
      assert(cursor !== undefined, 'the chain is read');
      return await transact(db, (tx) =>
        keepSurplus(tx, { address, assetId: 'trx', extra: real - books, block: cursor }),
      );
    },
    decide: async (to) => {
      const open = await selectOpenSurpluses(db.kysely);
      const surplus = open.find((each) => each.address === address && each.state === 'kept');
      if (surplus === undefined) return undefined;
      const { assetId } = surplus;
      const surplusId = surplus.id as SurplusId;
      const amount = units(surplus.amount - surplus.explained);
      const content = { kind: 'surplus', surplusId, address, assetId, amount: String(amount), to } as const;
      return await carryOutChange(
        world.database,
        content,
        async (tx) =>
          (await settleSurplus(tx, { ...content, amount }, { orderReturn: insertReturn, isSignedOtherwise })) ?? 'done',
      );
    },
    endReturn: async (isPaid) => {
      const { rows } = await sql<{ id: TreasuryOrderId; amount: string; to: TronAddress; name: string }>`
        SELECT o.id, o.amount, o.to_address AS to, o.signer_order_id AS name FROM treasury_orders o
          JOIN deposit_surpluses s ON s.order_id = o.id AND s.state = 'returning' WHERE s.address = ${address}`.execute(
        world.database.db.kysely,
      );
      const [order] = rows;
      if (order !== undefined) await end(world, order, isPaid);
    },
  };
}

type EndingOrder = {
  readonly id: TreasuryOrderId;
  readonly amount: string;
  readonly to: TronAddress;
  readonly name: string;
};

/** As the treasury ends it, without a signer: what is not paid may be ordered again. */
async function end(
  world: DepositWorld,
  { id: orderId, amount, to, name }: EndingOrder,
  isPaid: boolean,
): Promise<void> {
  await sql`
    UPDATE treasury_orders SET state = ${isPaid ? 'done' : 'dropped'}, ended_at = now(),
      tx_id = ${isPaid ? txIdOf({ name: orderId }) : null}, raw_hex = ${isPaid ? '00' : null},
      signature_hex = ${isPaid ? '00' : null}, result = ${isPaid ? 'SUCCESS' : null}, fee_sun = ${isPaid ? 0 : null}
     WHERE id = ${orderId}`.execute(world.database.db.kysely);
  await transact(world.database.asWorker, async (tx) => {
    const content = { kind: 'return', assetId: 'trx', amount: units(BigInt(amount)), to, signerOrderId: name } as const;
    if (!isPaid) return await endReturn(tx, { orderId, content });
    const { journalId } = await postJournal(tx, {
      key: `treasury:${orderId}:done`,
      kind: 'suspense-resolution',
      legs: [
        {
          debit: await houseAccount(tx, 'suspense', 'trx'),
          credit: await houseAccount(tx, 'custody:hot', 'trx'),
          asset: 'trx',
          amount: content.amount,
          code: 'return',
        },
      ],
      details: { orderId },
    });
    return await endReturn(tx, { orderId, content, journalId });
  });
}

async function setBack(world: DepositWorld, { number, id, time }: Cursor): Promise<void> {
  await sql`UPDATE deposit_cursor SET block_number = ${number}, block_id = ${id}, block_time = ${time}`.execute(
    world.database.db.kysely,
  );
}

/** An answer without the transactions that a node hides. */
function withoutHidden(honest: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(honest)) return honest.filter((receipt: { id?: string }) => !hidden.has(receipt.id ?? ''));
  const { transactions } = honest as { transactions?: readonly { txID: string }[] };
  if (transactions === undefined) return honest;
  const shown = transactions.filter(({ txID }) => !hidden.has(txID));
  const { transactions: _all, ...block } = honest as Record<string, unknown>;
  return shown.length === 0 ? block : { ...block, transactions: shown };
}
