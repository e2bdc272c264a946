/** What can be traded, as the guides tell it apart. */
export const INSTRUMENT_CLASSES = ['forex', 'metal', 'index', 'share', 'crypto'] as const
export type InstrumentClass = (typeof INSTRUMENT_CLASSES)[number]
