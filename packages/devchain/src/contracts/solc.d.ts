declare module 'solc' {
  /** Takes and gives JSON text of the compiler's standard interface. */
  const solc: { compile(input: string): string };
  export default solc;
}
