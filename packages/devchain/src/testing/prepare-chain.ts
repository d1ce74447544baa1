import type { TronWeb } from 'tronweb';
import type { Devchain } from '../start-devchain.ts';
import { carryOut, fundPerson, newPerson } from './test-chain.ts';
import { buildWorld, dayMs, pass, tokenNamed, trx } from './tronweb-world.ts';

/** Lets a chain have done everything once that a case of the conformance suite looks for, so that none is skipped. `nowMs` is the time of the machine. */
export async function prepareChain(chain: Devchain, nowMs: number): Promise<void> {
  const world = await buildWorld(chain, nowMs + 60_000);
  const by = async (client: TronWeb, unsigned: Promise<unknown>) => carryOut(world, client, await unsigned);
  const issuer = await fundPerson(world, 20_000);
  const saleStart = nowMs + dayMs;
  // The name is another token's too, and the sale goes on for long after the frozen supply is free.
  const token = { ...tokenNamed('Other', saleStart), saleEnd: saleStart + 365 * dayMs };
  await by(issuer.tronWeb, issuer.tronWeb.transactionBuilder.createToken(token));
  // Longer than an ended stake takes to come back.
  await pass(chain, 15 * dayMs);

  const { witness } = world;
  await by(witness.tronWeb, witness.tronWeb.transactionBuilder.createProposal({ key: 68, value: 6 }));
  // The treasury’s ended stake has to stay: its next one would take it along.
  await by(witness.tronWeb, witness.tronWeb.transactionBuilder.unfreezeBalanceV2(trx, 'ENERGY'));
  // Somebody who has done nothing yet that can be done only once.
  const spare = await fundPerson(world, 20_000);
  await by(spare.tronWeb, spare.tronWeb.transactionBuilder.sendTrx(world.treasury, trx));
  await chain.admin.faucetToken('usdt', newPerson().address, 5n);
  await chain.admin.mine(20);
}
