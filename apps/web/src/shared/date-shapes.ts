/** The ways dates and times are written in the wallet. */
export const dateShapes = {
  /** `21 Nov 2026, 14:32` */
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  /** `14:32` */
  clock: { timeStyle: 'short' },
  /** `14:32:08` */
  clockSeconds: { timeStyle: 'medium' },
  /** `18 November` */
  day: { day: 'numeric', month: 'long' },
  /** `18 November 2025` */
  dayAndYear: { day: 'numeric', month: 'long', year: 'numeric' },
  /** `18 Nov` */
  shortDay: { day: 'numeric', month: 'short' },
  /** `Thu` */
  weekday: { weekday: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

export type DateShape = keyof typeof dateShapes;
