import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  assetField,
  codeInput,
  connectionRequestIdField,
  idField,
  timeField,
  tradePasswordInput,
  unitsField,
  walletConnectionIdField,
  walletIdField,
} from '../fields.ts';

/** Who asks, as the site says itself: nobody has checked it. */
const siteView = z.object({
  /** Host and, unless it is the usual one, port; letters beyond a to z in the form `xn--…`. */
  host: z.string(),
  hasOtherLetters: z.boolean(),
  name: z.string(),
});

export const connectionPhase = z.enum(['pairing', 'proposed', 'settling', 'active', 'over']);

export const connectionView = z.object({
  id: walletConnectionIdField,
  walletId: walletIdField,
  /** `pairing`: the site has not said who it is. `proposed`: the person decides. `settling`: the site is being told. */
  phase: connectionPhase,
  /** Null before the site has said so, and once it is over. */
  site: siteView.nullable(),
  /** What it may ask for. */
  methods: z.array(z.enum(['tron_signMessage', 'tron_signTransaction'])),
  createdAt: timeField,
  expiresAt: timeField,
  lastUsedAt: timeField.nullable(),
  /** Why the proposal was not shown, in the words of the protocol. */
  refusal: z.string().nullable(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** Why a text is not signed: what the signer says of it, its limits, or that the address cannot sign now. */
export const messageRefusal = z.enum([
  'too-long',
  'unreadable',
  'hidden-text',
  'digest',
  'opaque',
  'structured',
  'transaction',
  'prefix',
  'permit',
  'reserves',
  'ownership',
  'custody',
  'house',
  'limit',
  'off',
  'unavailable',
]);
export type MessageRefusal = z.infer<typeof messageRefusal>;

/** Why a transaction that a site asks for is no payment that the person could make by a transfer. */
const paymentFault = z.enum(['not-a-payment', 'other-payer', 'unlisted-token', 'memo']);
export type PaymentFault = z.infer<typeof paymentFault>;

/** `agreed`: it is being signed. `answered`: it was signed. `refused`: it is not signed, for its `fault`. */
export const connectionRequestState = z.enum(['waiting', 'agreed', 'answered', 'rejected', 'refused', 'expired']);

export const connectionRequestView = z.object({
  id: connectionRequestIdField,
  connectionId: walletConnectionIdField,
  walletId: walletIdField,
  site: siteView,
  state: connectionRequestState,
  fault: messageRefusal.nullable(),
  /** Null once nobody can answer it any more. A transaction is never signed; `payment` is what an ordinary transfer could pay. */
  asks: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('message'), text: z.string() }),
      z.object({
        kind: z.literal('transaction'),
        payment: z.object({ assetId: assetField, to: z.string(), amount: unitsField }).nullable(),
        paymentFault: paymentFault.nullable(),
      }),
    ])
    .nullable(),
  createdAt: timeField,
  expiresAt: timeField,
});
export type ConnectionRequestView = z.infer<typeof connectionRequestView>;

const tags = ['connections to sites'];
const factorProblems = ['TRADE_PASSWORD_NOT_SET', 'TRADE_PASSWORD_WRONG', 'FACTORS_LOCKED'] as const;

export const walletConnectionRoutes = {
  openConnection: oc
    .route({ method: 'POST', path: '/connections', summary: 'Take up the link of a site', tags })
    .input(z.strictObject({ link: z.string().max(2_000), walletId: walletIdField }))
    .output(z.object({ id: idField }))
    .errors(
      declareProblems(
        'AGREEMENT_REQUIRED',
        'CONNECTION_LINK_INVALID',
        'CONNECTION_LINK_USED',
        'CONNECTION_LIMIT_REACHED',
      ),
    ),

  listConnections: oc
    .route({ method: 'GET', path: '/connections', summary: 'Sites that are connected or ask to be', tags })
    .output(z.object({ connections: z.array(connectionView) }))
    .errors(declareProblems()),

  connection: oc
    .route({ method: 'GET', path: '/connections/{id}', summary: 'One connection', tags })
    .input(z.object({ id: walletConnectionIdField }))
    .output(connectionView)
    .errors(declareProblems()),

  approveConnection: oc
    .route({ method: 'POST', path: '/connections/{id}/approve', summary: 'Connect the site that asks', tags })
    .input(z.strictObject({ id: walletConnectionIdField, tradePassword: tradePasswordInput }))
    .output(z.object({}))
    .errors(declareProblems('AGREEMENT_REQUIRED', 'CONNECTION_NOT_WAITING', ...factorProblems)),

  rejectConnection: oc
    .route({ method: 'POST', path: '/connections/{id}/reject', summary: 'Turn the site down', tags })
    .input(z.strictObject({ id: walletConnectionIdField }))
    .output(z.object({}))
    .errors(declareProblems('CONNECTION_NOT_WAITING')),

  endConnection: oc
    .route({ method: 'POST', path: '/connections/{id}/end', summary: 'End a connection', tags })
    .input(z.strictObject({ id: walletConnectionIdField }))
    .output(z.object({}))
    .errors(declareProblems()),

  listRequests: oc
    .route({ method: 'GET', path: '/connection-requests', summary: 'What connected sites ask for', tags })
    .output(z.object({ requests: z.array(connectionRequestView) }))
    .errors(declareProblems()),

  request: oc
    .route({ method: 'GET', path: '/connection-requests/{id}', summary: 'One request, and what became of it', tags })
    .input(z.object({ id: connectionRequestIdField }))
    .output(connectionRequestView)
    .errors(declareProblems()),

  signMessage: oc
    .route({ method: 'POST', path: '/connection-requests/{id}/sign', summary: 'Have a text signed', tags })
    .input(
      z.strictObject({
        id: connectionRequestIdField,
        /** SHA-256 of the text that the person was shown, in UTF-8. */
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        tradePassword: tradePasswordInput,
        authenticatorCode: codeInput,
      }),
    )
    .output(z.object({}))
    .errors(
      declareProblems(
        'AGREEMENT_REQUIRED',
        'CONNECTION_NOT_WAITING',
        'SIGNING_HELD',
        'AUTHENTICATOR_NOT_BOUND',
        'AUTHENTICATOR_CODE_WRONG',
        'AUTHENTICATOR_CODE_USED',
        ...factorProblems,
      ),
    ),

  rejectRequest: oc
    .route({ method: 'POST', path: '/connection-requests/{id}/reject', summary: 'Turn a request down', tags })
    .input(
      z.strictObject({
        id: connectionRequestIdField,
        /** Whether the person pays by a transfer of their own: the site is told so. */
        pays: z.boolean().optional(),
      }),
    )
    .output(z.object({}))
    .errors(declareProblems('CONNECTION_NOT_WAITING')),
};
