const pattern = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/**
 * The addresses of a pasted list, each once and in their order. They stand apart by spaces, lines, commas, semicolons or quotes;
 * `unread` are the words that are none. Pure.
 */
export function readAddresses(text: string): { readonly addresses: string[]; readonly unread: readonly string[] } {
  const words = text.split(/[\s,;"']+/).filter((word) => word !== '');
  return {
    addresses: [...new Set(words.filter((word) => pattern.test(word)))],
    unread: words.filter((word) => !pattern.test(word)),
  };
}
