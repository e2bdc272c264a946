// Sends mails over SMTP. The connection is reused; each step has a timeout, so that an unresponsive server cannot block a job.
import nodemailer, { type SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { MailSettings } from '../config.ts'

export type Outgoing = {
  to: string
  subject: string
  html: string
  text: string
  messageId: string
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string
  /** The conversation that it belongs to, and where to reply. */
  replyTo?: string
  inReplyTo?: string
  references?: string
  attachments?: readonly Attachment[]
}

export type Attachment = { filename: string; content: Buffer; contentType: string }

export type Mailer = {
  settings: MailSettings
  /** Resolves when the server has accepted the mail. Rejects with MailRefused, or with the connection's error. */
  send(mail: Outgoing): Promise<void>
  /** The complete encoded message in ASCII. */
  draw(mail: Outgoing): Promise<string>
  /** Sends an encoded message; otherwise like `send`. */
  sendDrawn(to: string, message: string): Promise<void>
  close(): void
}

/** The server's refusal: `permanent` if a retry would also be refused. */
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
    // Mail content never comes from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    // Requires TLS with a valid certificate, except on loopback.
    requireTLS: !onThisMachine,
    tls: { rejectUnauthorized: !onThisMachine },
  })
  const hand = async (mail: SendMailOptions) => {
    try {
      await transport.sendMail(mail)
    } catch (error) {
      const { responseCode, response, command } = error as Record<string, unknown>
      if (typeof responseCode !== 'number') throw error
      // A refusal of encryption or of our password does not concern the mail: an operator can correct it.
      const permanent = responseCode >= 500 && responseCode !== 530 && ABOUT_THE_MAIL.has(String(command))
      throw new MailRefused(String(response ?? responseCode), permanent, error)
    }
  }
  const whole = ({ unsubscribe, attachments, ...mail }: Outgoing): SendMailOptions => ({
    ...mail,
    ...(attachments && { attachments: [...attachments] }),
    from: settings.from,
    headers: {
      // Suppresses automatic replies.
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
      // Nodemailer would choose another encoding for ASCII text.
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
