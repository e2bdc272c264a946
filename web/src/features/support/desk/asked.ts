import type { Ticket } from '../tickets.ts'

/** What staff do with a ticket beyond writing. */
export type Asked = 'assign' | 'snooze' | 'merge' | 'split' | 'mistake' | 'article' | 'money'

export type DialogProps = { ticket: Ticket; onClose: () => void; onGo: (ticket: string) => void }
