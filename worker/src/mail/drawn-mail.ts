// A mail with many recipients: encoded once, then personalised. Encoding is the slowest part of a mail.
import { TOKEN } from 'mails/notification-mail'

/** Placeholder for the recipient, replaced by `addressed`. */
export const RECIPIENT = 'recipient@placeholder.invalid'
export const MESSAGE_ID = '<message@placeholder.invalid>'

// The encoding may insert a line break anywhere.
const ENCODED_TOKEN = new RegExp([...TOKEN].join('(?:=\\r\\n)?'), 'g')
const PLAIN_ADDRESS = /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9.-]+$/

/** Whether an address needs no encoding in a header; others are encoded individually by the mailer. */
export const isPlainAddress = (address: string): boolean => PLAIN_ADDRESS.test(address)

/** An encoded quoted-printable message with its placeholders replaced: address, Message-ID, unsubscribe token and date. */
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
  // Between two soft breaks, so that no line exceeds the encoding's limit.
  return head.replaceAll(TOKEN, token) + drawn.slice(end).replace(ENCODED_TOKEN, `=\r\n${token}=\r\n`)
}
