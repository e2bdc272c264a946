import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createMailer, type Mailer } from '../mail/mailer.ts'

/** A real SMTP server on loopback that records mails. */
export class Postbox {
  readonly received: Email[] = []
  secure: boolean[] = []
  #server: SMTPServer | undefined
  port = 0
  readonly options: SMTPServerOptions
  constructor(options: SMTPServerOptions = {}) {
    this.options = options
  }
  async open(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      ...this.options,
      onData: (stream, session, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          this.secure.push(session.secure)
          void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
            this.received.push(mail)
            done()
          })
        })
      },
    })
    // Tests interrupt connections on purpose.
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()))
    this.port = (server.server.address() as { port: number }).port
    this.#server = server
  }
  async close(): Promise<void> {
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()))
    this.#server = undefined
  }
  mailer(siteUrl: string, credentials = '', host = '127.0.0.1'): Mailer {
    const from = { name: 'Vigie', address: 'no-reply@vigie.example' }
    const smtpUrl = `smtp://${credentials}${host}:${this.port}`
    return createMailer({ smtpUrl, from, siteUrl })
  }
}
