import type { TronWeb } from 'tronweb';
import type { Devchain } from '../start-devchain.ts';
import { carryOut, connect, deployTill, fundPerson } from './test-chain.ts';

export const trx = 1_000_000;
export const dayMs = 24 * 60 * 60 * 1000;
export const cycleMs = 6 * 60 * 60 * 1000;
/** The account id of the second witness, as hex of its text. */
export const witnessId = Buffer.from('witness-2').toString('hex');

/** A chain on which everything exists once that a client can ask for. */
export type World = Awaited<ReturnType<typeof buildWorld>>;

/**
 * The treasury has a token, a trading pair, a contract and stakes; a second witness with an account id was voted in and made a proposal. The
 * library takes a sale only that starts after the time of its machine.
 */
export async function buildWorld(chain: Devchain, saleStart: number) {
  const tronWeb = connect(chain, chain.keys.treasury);
  const treasury = chain.info().accounts.treasury.base58;
  const test = { chain, tronWeb, treasury };
  const witness = await fundPerson(test, 20_000);
  const by = async (client: TronWeb, unsigned: Promise<unknown>) => carryOut(test, client, await unsigned);
  const own = tronWeb.transactionBuilder;
  await by(tronWeb, own.createToken(tokenNamed('Share', saleStart)));
  await by(tronWeb, own.createTRXExchange('1000001', 1_000_000, 2 * trx));
  await by(tronWeb, own.freezeBalanceV2(1_000 * trx, 'ENERGY'));
  await by(tronWeb, own.delegateResource(10 * trx, witness.address, 'ENERGY'));
  await by(tronWeb, own.unfreezeBalanceV2(5 * trx, 'ENERGY'));
  const builder = witness.tronWeb.transactionBuilder;
  await by(witness.tronWeb, builder.applyForSR(witness.address, 'https://witness.example'));
  await by(witness.tronWeb, builder.setAccountId(witnessId));
  await by(witness.tronWeb, builder.createToken(tokenNamed('Other', saleStart)));
  await by(witness.tronWeb, builder.sendToken(treasury, 1_000_000, '1000002'));
  await by(witness.tronWeb, builder.freezeBalanceV2(1_000 * trx, 'ENERGY'));
  await by(witness.tronWeb, builder.vote({ [witness.address]: 1_000 }, witness.address));
  await by(witness.tronWeb, builder.createProposal({ key: 68, value: 5 }));
  const till = await deployTill(test, 5 * trx);
  await pass(chain, cycleMs);
  await pass(chain, cycleMs);
  const { txid } = await tronWeb.trx.sendTransaction(witness.address, 7);
  // What is asked of the solidified head has to be below it.
  await chain.admin.mine(20);
  return { ...test, witness, till: till.address, txid, saleStart };
}

/** A block that is this much later. */
export async function pass(chain: Devchain, ms: number): Promise<void> {
  await chain.admin.advanceTime(ms);
  await chain.admin.mine();
}

export function tokenNamed(name: string, saleStart: number) {
  return {
    name,
    abbreviation: name.slice(0, 3).toUpperCase(),
    description: 'Worth nothing',
    url: 'https://token.example',
    totalSupply: 5_000_000,
    trxRatio: 1,
    tokenRatio: 1,
    frozenAmount: 1_000,
    frozenDuration: 1,
    saleStart,
    saleEnd: saleStart + 60_000,
  };
}
