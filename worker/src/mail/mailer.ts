// Owns the conversation with the mail server. One connection is kept and reused; each step has a limit, so that a server that
// says nothing cannot hold a job.
import nodemailer, { type SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { MailSettings } from '../config.ts'

export type Outgoing = {
  to: string
  subject: string
  html: string
  text: string
  messageId: string
  /** Where a POST ends mails of this kind (RFC 8058). */
  unsubscribe?: string
  attachments?: readonly Attachment[]
}

export type Attachment = { filename: string; content: Buffer; contentType: string }

export type Mailer = {
  settings: MailSettings
  /** Resolves once the server took responsibility for the mail. Rejects with MailRefused, or with what broke the connection. */
  send(mail: Outgoing): Promise<void>
  /** The whole message as it goes over the line, in ASCII. */
  draw(mail: Outgoing): Promise<string>
  /** Hands over a message that was drawn; as `send`. */
  sendDrawn(to: string, message: string): Promise<void>
  close(): void
}

/** The server answered, and its answer is no: `permanent` when another try would hear the same. */
export class MailRefused extends Error {
  readonly permanent: boolean
  constructor(message: string, permanent: boolean, cause: unknown) {
    super(message, { cause })
    this.permanent = permanent
  }
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

export function createMailer(settings: MailSettings): Mailer {
  const onThisMachine = isLoopback(settings.smtpUrl)
  const transport = nodemailer.createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: 4,
    maxMessages: 1000,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // What a mail holds is written here; nothing of it is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
    // Nothing crosses a network unencrypted or to whoever cannot prove their name; on this machine neither says anything.
    requireTLS: !onThisMachine,
    tls: { rejectUnauthorized: !onThisMachine },
  })
  const hand = async (mail: SendMailOptions) => {
    try {
      await transport.sendMail(mail)
    } catch (error) {
      const { responseCode, response, command } = error as Record<string, unknown>
      if (typeof responseCode !== 'number') throw error
      // A no to encryption or to this product's own password is about no mail: an operator may correct it.
      const permanent = responseCode >= 500 && responseCode !== 530 && ABOUT_THE_MAIL.has(String(command))
      throw new MailRefused(String(response ?? responseCode), permanent, error)
    }
  }
  const whole = ({ unsubscribe, attachments, ...mail }: Outgoing): SendMailOptions => ({
    ...mail,
    ...(attachments && { attachments: [...attachments] }),
    from: settings.from,
    headers: {
      // Nobody's holiday notice answers a sign-in code.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  })
  return {
    settings,
    send: (mail) => hand(whole(mail)),
    async draw({ text, html, ...mail }) {
      // Left to itself it would choose another encoding for a text that is all ASCII.
      const alternatives = [
        { contentType: 'text/plain; charset=utf-8', content: text },
        { contentType: 'text/html; charset=utf-8', content: html },
      ].map((part) => ({ ...part, contentTransferEncoding: 'quoted-printable' as const }))
      const composer = new MailComposer({
        ...whole({ ...mail, text, html }),
        text: '',
        html: '',
        alternatives,
      })
      return (await composer.compile().build()).toString('latin1')
    },
    sendDrawn: (to, message) => hand({ envelope: { from: settings.from.address, to }, raw: message }),
    close: () => transport.close(),
  }
}

const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

function isLoopback(smtpUrl: string): boolean {
  const { hostname } = new URL(smtpUrl)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
