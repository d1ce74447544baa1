import { onDemand } from '../../../shared/on-demand.tsx';

/** The sheet to invite somebody with, which draws a QR code. */
export const LazyInviteSheet = onDemand(async () => {
  const { InviteSheet } = await import('./invite-sheet.tsx');
  return InviteSheet;
});
