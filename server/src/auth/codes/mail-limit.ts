import { limit } from '../rate-limit.ts'
import type { Service } from '../service.ts'

/** Counts a mail against its mailbox, whatever caller or alias requested it. Throws 429. */
export const limitMails = (service: Service, email: string): Promise<void> =>
  limit(service, 'mail', mailboxOf(email))

/** Used for counting only; mail goes to the unchanged address. `email` is in lower case. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const name = email.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const gmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return gmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
