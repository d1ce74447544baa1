const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const wholePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Chromium as people have it: what installs, notifies or asks for a camera needs its window. */
export const wholeChromium = { executablePath: wholePath, args };

/** The same engine without a window, which saves half of what a page costs; whole where the system has no such build. */
export const chromium = {
  executablePath: process.env['CHROMIUM_HEADLESS_SHELL_PATH'] ?? wholePath,
  // Pages of one device share a process: what it has compiled it need not compile again for each of them.
  args: [...args, '--process-per-site'],
};
