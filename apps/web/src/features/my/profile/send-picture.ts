import type { ProfileView } from '@tern/contracts/routes/profile';
import { withAgreement } from '../../../shared/agreement-request.ts';
import { readRefusal } from '../../../shared/read-refusal.ts';

const answerWithinMs = 60_000;

/** Sends a picture as it is. Throws an `ORPCError` with the problem's code, or any other error when no answer came. */
export function sendPicture(picture: Blob): Promise<ProfileView> {
  return withAgreement(() => sendOnce(picture));
}

async function sendOnce(picture: Blob): Promise<ProfileView> {
  const response = await fetch('/api/profile/avatar', {
    method: 'POST',
    headers: { 'content-type': picture.type },
    body: picture,
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer as ProfileView;
  throw readRefusal(answer);
}
