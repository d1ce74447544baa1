/** How much a site, a relay or a link may ask of us. What is larger is refused before it is read any further. */
export const limits = {
  /** The ecosystem's links have about 200 characters. */
  linkChars: 1_024,
  /** A link is good for this long, whatever it says itself. */
  linkSeconds: 300,
  /** Sealed text of one message, in base64. A transaction of Tron is at most 500 kB; no request that we serve comes near. */
  envelopeChars: 131_072,
  /** A person answers a proposal within this time, as the protocol says. */
  proposalSeconds: 300,
  /** As the protocol says: a connection ends after a week. */
  connectionSeconds: 7 * 86_400,
  /** A request that wants to be open for longer is refused: every id is remembered for that long. */
  requestSeconds: 86_400,
  /** Where a request names no end of its own. */
  requestDefaultSeconds: 300,
  /** Unanswered requests of one connection. */
  waiting: 3,
  /** How long an id is remembered against replays; by then its request has expired by itself. */
  rememberedSeconds: 86_400,
  /** Ids remembered; with more, the connection takes no requests: so many a day are shown and stored. */
  remembered: 512,
  /** Messages of one connection within a minute; the others are dropped without an answer. */
  messagesPerMinute: 30,
  /** Of a text to sign, in UTF-8; the signer signs no longer ones. */
  messageBytes: 2_000,
  /** Hexadecimal digits of a transaction that a site asks us to sign. */
  transactionDigits: 65_536,
  nameChars: 60,
} as const;
