declare global {
  interface Window {
    /** What the page gave to the share sheet. */
    handed?: { text: string | undefined; files: { name: string; type: string; bytes: number }[] };
  }
}

/** Which kind of sheet the system has. */
type Sheet = 'none' | 'text' | 'pictures' | 'fails';

/** Gives the browser a share sheet, which headless ones lack. */
export function giveShareSheet(sheet: Sheet): void {
  const share = async ({ text, files = [] }: ShareData): Promise<void> => {
    if (sheet === 'fails') throw new DOMException('no app takes it', 'DataError');
    const handed = files.map(({ name, type, size }) => ({ name, type, bytes: size }));
    window.handed = { text, files: handed };
  };
  Object.defineProperty(navigator, 'share', { value: sheet === 'none' ? undefined : share });
  Object.defineProperty(navigator, 'canShare', {
    value: ({ files }: ShareData) => sheet === 'pictures' || files === undefined,
  });
}
