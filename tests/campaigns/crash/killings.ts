import { killWhileActivating, killWhileCrediting } from './kill-deposits.ts';
import { killInOrderProofs, killWhileSweeping } from './kill-orders.ts';
import { killAtFailures, killInProofs, killWhilePaying, type Killing } from './kill-payouts.ts';
import { killWhileConfirming, killWhileDeciding, killWhileSigning } from './kill-people.ts';
import { killInDistributions, killWhileSwapping } from './kill-rewards.ts';

/** Every point of the campaign, by its name in the fault matrix, with what kills there: at all of its points equally often. */
export const killings: readonly { readonly points: readonly string[]; readonly kill: Killing }[] = [
  { points: ['d0', 'd1', 'd2', 'd3'], kill: killWhileCrediting },
  { points: ['d4'], kill: killWhileActivating },
  { points: ['t0', 'd5', 'd6', 'd7', 't4', 't5', 't1', 't2'], kill: killWhileSweeping },
  { points: ['t3'], kill: killInOrderProofs },
  { points: ['w0', 'w1'], kill: killWhileConfirming },
  { points: ['w2', 'w3'], kill: killWhileDeciding },
  { points: ['w4', 'w5', 'w6', 'w7', 'w8', 'w9', 'w10', 'w12'], kill: killWhilePaying },
  { points: ['w5-signer'], kill: killWhileSigning },
  { points: ['w11'], kill: killAtFailures },
  { points: ['w13'], kill: killInProofs },
  { points: ['s0', 's1', 's2', 's3'], kill: killWhileSwapping },
  { points: ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'], kill: killInDistributions },
];
