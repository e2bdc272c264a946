// Owns a mail that many get: put together and encoded once, then addressed to each. Encoding takes most of a mail's time.
import { TOKEN } from 'mails/notification-mail'

/** Where a drawn mail will say whom it is for; replaced by `addressed`. */
export const RECIPIENT = 'recipient@placeholder.invalid'
export const MESSAGE_ID = '<message@placeholder.invalid>'

// The encoding breaks lines wherever they are long enough.
const ENCODED_TOKEN = new RegExp([...TOKEN].join('(?:=\\r\\n)?'), 'g')
const PLAIN_ADDRESS = /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9.-]+$/

/** Whether an address stands in a header as it is; another one is encoded by the mailer, mail by mail. */
export const isPlainAddress = (address: string): boolean => PLAIN_ADDRESS.test(address)

/**
 * A message in quoted-printable, as it goes over the line, for one person: their address, Message-ID and unsubscribe token in
 * the places that were left, and the time of now.
 */
export function addressed(
  drawn: string,
  { to, messageId, token, at }: { to: string; messageId: string; token: string | null; at: number },
): string {
  const end = drawn.indexOf('\r\n\r\n')
  const head = drawn
    .slice(0, end)
    .replace(RECIPIENT, () => to)
    .replace(MESSAGE_ID, () => messageId)
    .replace(/^Date: .*$/m, () => `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`)
  if (!token) return head + drawn.slice(end)
  // On a line of its own between two soft breaks, so that no line is longer than the encoding allows.
  return head.replaceAll(TOKEN, token) + drawn.slice(end).replace(ENCODED_TOKEN, `=\r\n${token}=\r\n`)
}
