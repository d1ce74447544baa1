/** Who connects to a signer over the network. What each may ask is in packages/signer/src/link/role-commands.ts. */
export const signerRoles = ['worker', 'operator', 'signer'] as const;

export type SignerRole = (typeof signerRoles)[number];

/** One certificate that a signer lets in, and as what. */
export type SignerClient = { readonly role: SignerRole; readonly pin: string };
