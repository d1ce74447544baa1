/** Whether an example asks a node, or the stand-in for the signer: by the names it uses. */
export function needsNode({ text }: { readonly text: string }): boolean {
  return /\b(?:node|chain|socketPath)\b/.test(text);
}
