/** Fields that no form may keep, whatever it asks for. */
type SecretName =
  | 'password'
  | 'repeated'
  | 'loginPassword'
  | 'tradePassword'
  | 'authenticatorCode'
  | 'code'
  | 'recoveryCode'
  | 'factor'
  | 'word';

/** The fields that may be kept, each with its reader: what cannot be used is left out. No other field reaches the storage. */
export type KeptFields<Draft> = {
  readonly [Name in Exclude<keyof Draft & string, SecretName>]?: (raw: unknown) => Draft[Name] | undefined;
};

/** A field of text as it was typed. */
export function readText(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined;
}
