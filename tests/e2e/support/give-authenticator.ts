import type { Page } from '@playwright/test';

type Options = {
  /** How it reaches the browser; a device has one that is built in at most. */
  readonly transport?: 'internal' | 'usb';
};

/** Gives the page's device an authenticator with a screen lock that always agrees. */
export async function giveAuthenticator(page: Page, { transport = 'internal' }: Options = {}) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the person's finger or face is the right one from now on. */
    recognise: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether somebody touches it when it is asked, from now on. */
    touch: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}
