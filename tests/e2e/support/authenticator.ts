import { expect } from '@playwright/test';
import { authenticatorCode } from './factors.ts';

/** An authenticator app with one key. The wallet takes each of its codes once. */
export type Authenticator = {
  /** A code never used before and not about to end; otherwise waits until the app shows the next. */
  readonly nextCode: () => Promise<string>;
};

const stepMs = 30_000;
/** Long enough to enter six digits on a busy machine: the wallet takes a code for ten seconds after its step. */
const typingMs = 8_000;

/** The app just after it was bound with the code it shows now. */
export function openAuthenticator(secret: string): Authenticator {
  let usedStep = presentStep();
  return {
    nextCode: async () => {
      await expect
        .poll(typeableStep, { message: 'the next code of the authenticator', intervals: [250], timeout: 2 * stepMs })
        .toBeGreaterThan(usedStep);
      usedStep = presentStep();
      return await authenticatorCode(secret);
    },
  };
}

/** The present step, or the one before as long as too little of the present one is left. */
function typeableStep(): number {
  return stepMs - (Date.now() % stepMs) < typingMs ? presentStep() - 1 : presentStep();
}

function presentStep(): number {
  return Math.floor(Date.now() / stepMs);
}
