/** Every process of an installation; `launch` is `npm start` itself. */
export type ProcessName = 'api' | 'console' | 'worker' | 'signer' | 'devchain' | 'inbox' | 'relay' | 'launch';
