import type { Clock } from '@tern/base/clock';
import { assetIds } from '@tern/money/asset';
import { SignerRefusal } from '@tern/tron/signer-fault';
import { signerCommands, type SignedOrder } from '@tern/tron/signer-protocol';
import { giveApproval, listPending } from './approvals.ts';
import { signMessage, type SignMessageDeps } from './messages/sign-message.ts';
import { signReserves } from './messages/sign-reserves.ts';
import type { OpenedSigner } from './open-signer.ts';
import { fee, hot, type AnyOrder } from './plan-order.ts';
import {
  closeSigner,
  getMemory,
  hearWitness,
  importOrders,
  readBack,
  reviewQuarantine,
  type QuarantineDeps,
} from './quarantine.ts';
import {
  readAddressRange,
  readApproval,
  readMessage,
  readNothing,
  readOrder,
  readPosition,
  readReadBack,
  readReason,
  readRememberedOrders,
  readReservesOrder,
  readSealedAddresses,
  readTreasuryOrder,
  readWitness,
} from './read-request.ts';
import { recall } from './recall.ts';
import { isSealIntact, sealAddress } from './seal-address.ts';
import { signOrder } from './sign-order.ts';
import { fixedRules, type SigningPolicy } from './signing-policy.ts';

export type CommandDeps = {
  readonly clock: Clock;
  readonly signer: OpenedSigner;
  readonly tokens: SigningPolicy['tokens'];
  readonly named: SignMessageDeps['named'];
};

export type Command = (body: unknown) => object;

/** The whole table of what the signer does. A path that is not in it does not exist. */
export function makeCommands(deps: CommandDeps): Readonly<Record<string, Command>> {
  const { clock, signer, tokens } = deps;
  const { keychain, store } = signer;
  const hotAddress = keychain.addressAt(hot);
  const approvals = { clock, store, hotAddress };
  // Read anew each time: operators may have changed it a moment ago.
  const getPolicy = (): SigningPolicy => ({ ...fixedRules, tokens, ...store.getPolicy().document });
  const quarantine = (): QuarantineDeps => ({ clock, keychain, store, policy: getPolicy() });
  return {
    [signerCommands.getHealth]: (body) => {
      readNothing(body);
      const sinceMs = clock.nowMs() - 24 * 60 * 60 * 1_000;
      const { limits } = getPolicy();
      const entries = assetIds.map((id) => [id, { signed: store.sumSigned(id, sinceMs), ...limits[id] }] as const);
      return {
        hotAddress,
        assets: Object.fromEntries(entries),
        memory: getMemory(store),
        quarantine: reviewQuarantine(quarantine()),
      };
    },
    [signerCommands.getHotAddress]: (body) => {
      readNothing(body);
      return { address: hotAddress };
    },
    [signerCommands.listAddresses]: (body) => {
      const { from, count } = readAddressRange(body);
      return { addresses: Array.from({ length: count }, (_, at) => sealAddress(keychain, from + at)) };
    },
    [signerCommands.verifyAddresses]: (body) => ({
      valid: readSealedAddresses(body).map((address) => isSealIntact(keychain, address)),
    }),
    [signerCommands.getAccounts]: (body) => {
      readNothing(body);
      const { coldAddress: cold, owners } = getPolicy();
      return { hot: hotAddress, fee: keychain.addressAt(fee), cold, owners };
    },
    [signerCommands.close]: (body) => {
      closeSigner({ clock, store }, readReason(body));
      return {};
    },
    [signerCommands.witness]: (body) => hearWitness(quarantine(), readWitness(body)),
    [signerCommands.recall]: (body) => ({ orders: recall(store, readPosition(body)) }),
    [signerCommands.importOrders]: (body) => ({ forgotten: importOrders(quarantine(), readRememberedOrders(body)) }),
    [signerCommands.readBack]: (body) => ({ forgotten: readBack(quarantine(), readReadBack(body)) }),
    [signerCommands.listApprovals]: (body) => {
      readNothing(body);
      return { pending: listPending(approvals) };
    },
    [signerCommands.approve]: (body) => {
      const { challenge, assertion } = readApproval(body);
      return giveApproval(approvals, challenge, assertion);
    },
    [signerCommands.writeCopy]: (body) => {
      readNothing(body);
      store.writeCopy();
      return {};
    },
    ...makeSigning(deps, getPolicy),
  };
}

/** The commands that sign. Each refusal is recorded under the id of what was asked. */
function makeSigning(
  { clock, signer: { keychain, store }, named }: CommandDeps,
  getPolicy: () => SigningPolicy,
): Readonly<Record<string, Command>> {
  const recordRefusals = <Signed>(orderId: string, sign: () => Signed): Signed => {
    try {
      return sign();
    } catch (error) {
      if (error instanceof SignerRefusal) {
        const { code, message: detail } = error;
        store.recordRefusal({ atMs: clock.nowMs(), orderId, code, detail });
      }
      throw error;
    }
  };
  const sign = (order: AnyOrder): SignedOrder =>
    recordRefusals(order.orderId, () => signOrder({ clock, keychain, store, policy: getPolicy() }, order));
  return {
    [signerCommands.signOrder]: (body) => sign(readOrder(body)),
    [signerCommands.signTreasuryOrder]: (body) => sign(readTreasuryOrder(body)),
    [signerCommands.signMessage]: (body) => {
      const message = readMessage(body);
      return recordRefusals(message.messageId, () => signMessage({ clock, keychain, store, named }, message));
    },
    [signerCommands.signReserves]: (body) => {
      const order = readReservesOrder(body);
      return recordRefusals(`reserves-${order.number}`, () => signReserves({ keychain, store, named }, order));
    },
  };
}
