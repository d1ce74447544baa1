import type { DecisionFacts } from '@tern/contracts/decision';
import { cold, payee, sender } from '../console-world.ts';
import { fee, noMoney, note, nothingMore, oneDecides, system, transferFacts, word, type Case } from './case.ts';

const review = (decision: 'approve' | 'reject', kind: string): Case => ({
  by: 'reviewer',
  make: async ({ world, mara, olga }) => {
    const id = await world.transfer(mara);
    const at = await world.review(id, olga, note);
    return {
      sent: { id, decision, note: 'Called back', ...(decision === 'reject' ? { reason: 'limit' } : {}) },
      kind,
      facts: {
        ...transferFacts(mara),
        reason: { cause: 'amount', detail: nothingMore },
        earlier: [word(at, 'approve')],
        details: [fee, { name: 'settlement', text: 'chain' }],
      },
    };
  },
});

const payout = (step: string, kind: string): Case => ({
  by: 'treasurer',
  make: async ({ world, mara, olga }) => {
    const returns = step === 'return-payout';
    const id = await world.transfer(mara);
    const at = await world.review(id, olga, note);
    const secondAt = await world.review(id, await world.operatorId('the-reviewer'), 'Called back');
    await world.advance(
      id,
      returns
        ? { state: 'approved', waitingFor: 'fee', waitingDetail: '7 TRX' }
        : { state: 'signed', attention: 'receipt' },
    );
    const isUnexpected = step.endsWith('-unexpected-receipt');
    if (isUnexpected) await world.unexpectedReceipt(id);
    // Of the other mind, so that the next word decides nothing yet.
    const decision = step === 'settle-unexpected-receipt' ? 'return' : 'settle';
    const receiptDecidedAt = isUnexpected
      ? await world.receiptDecision(id, olga, { decision, reason: 'Seen on chain' })
      : '';
    const receiptDetails: DecisionFacts['details'] = [
      { name: 'receipt', text: '2 Transfer events' },
      { name: 'left-hot-wallet', asset: 'usdt', amount: '5990000000' },
      { name: 'network-cost', asset: 'trx', amount: '13000000' },
      { name: 'block', text: '77 b77' },
    ];
    return {
      sent: step === 'resume-payout' ? { step, id } : { step, id, note },
      kind,
      facts: {
        ...transferFacts(mara),
        reason: returns ? { cause: 'fee', detail: '7 TRX' } : { cause: 'receipt', detail: nothingMore },
        earlier: [
          word(at, 'approve'),
          { ...word(secondAt, 'approve', 'Called back'), operator: 'the-reviewer' },
          ...(isUnexpected ? [word(receiptDecidedAt, decision, 'Seen on chain')] : []),
        ],
        details: [
          fee,
          { name: 'state', text: returns ? 'approved' : 'signed' },
          ...(isUnexpected ? receiptDetails : []),
        ],
      },
    };
  },
});

const order = (step: string, kind: string): Case => ({
  by: 'treasurer',
  make: async ({ world, olga }) => {
    const isStopped = step === 'resume-order';
    const id = await world.coldOrder(isStopped ? { attention: 'bytes-differ' } : { state: 'proposed' });
    const at = await world.approveOrder(id, olga);
    return {
      sent: { step, id },
      kind,
      facts: {
        asset: 'usdt',
        amount: '900000000',
        // The cold address itself, which only the signer decides about.
        about: [{ as: 'receiver', name: cold }],
        author: system,
        reason: { cause: isStopped ? 'bytes-differ' : 'cold', detail: nothingMore },
        earlier: [word(at, 'approve', { none: 'not-asked' })],
        details: [
          { name: 'kind', text: 'cold' },
          { name: 'state', text: 'proposed' },
          { name: 'network-cost', asset: 'trx', amount: '5000000' },
        ],
      },
    };
  },
});

const suspense = (step: string, kind: string, first: DecisionFacts['about'][number]): Case => ({
  by: 'treasurer',
  make: async ({ world, mara, olga }) => {
    const { id, txId } = await world.suspense();
    const at = await world.vote(`deposit:${id}`, olga, { decision: `assign:${mara.walletId}`, reason: note });
    const assigns = step === 'assign-suspense';
    const more = assigns ? { address: mara.address } : step === 'return-suspense' ? { despiteWarnings: false } : {};
    return {
      sent: { step, id, ...more, note },
      kind,
      facts: {
        asset: 'usdt',
        amount: '25000000',
        about: [
          assigns ? { as: 'receiver', name: mara.address } : first,
          ...(assigns ? [{ as: 'person', name: mara.publicId } as const] : []),
          { as: 'sender', name: sender },
          { as: 'arrived-at', name: payee },
        ],
        author: system,
        reason: { cause: 'unassigned-address', detail: nothingMore },
        earlier: [word(at, `assign ${mara.address}`)],
        details: [
          { name: 'transaction', text: txId },
          { name: 'block', text: '90' },
        ],
      },
    };
  },
});

/** Payments, orders of the house and what came in. */
export const moneyCases: Readonly<Record<string, Case>> = {
  'reviews.decide approve': review('approve', 'withdrawal-approved'),
  'reviews.decide reject': review('reject', 'withdrawal-rejected'),
  'work.takePayoutStep resume-payout': payout('resume-payout', 'withdrawal-resumed'),
  'work.takePayoutStep return-payout': payout('return-payout', 'withdrawal-returned'),
  'work.takePayoutStep settle-unexpected-receipt': payout('settle-unexpected-receipt', 'unexpected-receipt-settled'),
  'work.takePayoutStep return-unexpected-receipt': payout('return-unexpected-receipt', 'unexpected-receipt-returned'),
  'work.takeHouseStep resume-asset': {
    by: 'treasurer',
    make: async ({ world }) => {
      const at = await world.pause();
      return {
        sent: { step: 'resume-asset', id: 'usdt' },
        kind: 'asset-resumed',
        facts: {
          asset: 'usdt',
          amount: noMoney,
          about: [{ as: 'asset', name: 'usdt' }],
          author: system,
          reason: { cause: '2 Transfer events', detail: nothingMore },
          earlier: oneDecides,
          details: [{ name: 'started', at }],
        },
      };
    },
  },
  'work.takeHouseStep resume-order': order('resume-order', 'treasury-order-resumed'),
  'work.takeHouseStep approve-cold': order('approve-cold', 'cold-order-approved'),
  'work.takeHouseStep reject-cold': order('reject-cold', 'cold-order-rejected'),
  'work.takeHouseStep assign-suspense': suspense('assign-suspense', 'suspense-assigned', { as: 'receiver', name: '' }),
  'work.takeHouseStep suspense-to-house': suspense('suspense-to-house', 'suspense-to-house', {
    as: 'house',
    name: 'capital',
  }),
  'work.takeHouseStep return-suspense': suspense('return-suspense', 'suspense-returned', {
    as: 'receiver',
    name: sender,
  }),
  'work.takeHouseStep dismiss': {
    by: 'treasurer',
    make: async ({ world }) => {
      const { id, txId } = await world.grave();
      return {
        sent: { step: 'dismiss', id, note },
        kind: 'quarantine-dismissed',
        facts: {
          asset: noMoney,
          amount: noMoney,
          about: [{ as: 'item', name: payee }],
          author: system,
          reason: { cause: 'malformed-event', detail: nothingMore },
          earlier: oneDecides,
          details: [
            { name: 'transaction', text: txId },
            { name: 'block', text: '91' },
          ],
        },
      };
    },
  },
  'work.takeHouseStep thaw-token': {
    by: 'treasurer',
    make: async ({ world, olga }) => {
      const started = await world.freezeToken();
      const at = await world.vote('token:reward', olga, { decision: 'thaw', reason: note });
      return {
        sent: { step: 'thaw-token', id: 'reward', note },
        kind: 'token-thawed',
        facts: {
          asset: 'reward',
          amount: noMoney,
          about: [
            { as: 'asset', name: 'reward' },
            { as: 'account', name: payee },
          ],
          author: system,
          reason: { cause: 'holdings-differ', detail: nothingMore },
          earlier: [word(at, 'thaw')],
          details: [
            { name: 'by-events', asset: 'reward', amount: '100' },
            { name: 'by-contract', asset: 'reward', amount: '90' },
            { name: 'started', at: started },
          ],
        },
      };
    },
  },
};
