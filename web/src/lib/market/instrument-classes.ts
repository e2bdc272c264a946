/** The classes of instruments, as the guides distinguish them. */
export const INSTRUMENT_CLASSES = ['forex', 'metal', 'index', 'share', 'crypto'] as const
export type InstrumentClass = (typeof INSTRUMENT_CLASSES)[number]
