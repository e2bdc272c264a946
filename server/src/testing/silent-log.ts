import { pino } from 'pino'

/** For what a test starts itself: it says nothing. */
export const silentLog = pino({ level: 'silent' })
