/** Name of the build this page runs, as the server names the one it serves; null where it runs unbuilt. */
export function readOwnBuild(): string | null {
  const source = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  return /\/assets\/([\w-]+)\.js$/.exec(source)?.[1] ?? null;
}
