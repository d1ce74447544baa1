/** Every process of an installation; `launch` is `npm start` itself, `migrate` is `npm run migrate`. */
export type ProcessName =
  | 'api'
  | 'console'
  | 'worker'
  | 'signer'
  | 'devchain'
  | 'inbox'
  | 'relay'
  | 'launch'
  | 'migrate';
