import { ImapFlow } from 'imapflow'
import type { TaskContext } from '../tasks/task-context.ts'
import { CUT } from './parse-mail.ts'

export type MailboxSettings = {
  host: string
  port: number
  secure: boolean
  user: string
  password: string
  folder: string
}

const AT_ONCE = 50
const MOST_BYTES = 30_000_000

/** Parses `imaps://user:password@host:port/folder`. Throws a RangeError that says what is missing. */
export function readMailbox(setting: string): MailboxSettings {
  const url = URL.canParse(setting) ? new URL(setting) : null
  const loopback = url !== null && /^(localhost|127\.|\[::1\])/.test(url.hostname)
  if (!url || !['imap:', 'imaps:'].includes(url.protocol) || !url.username || !url.password)
    throw new RangeError('expected imaps://user:password@host/INBOX')
  if (url.protocol === 'imap:' && !loopback)
    throw new RangeError('expected imaps://, because a password is sent')
  return {
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'imaps:' ? 993 : 143),
    secure: url.protocol === 'imaps:',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  }
}

/**
 * Keeps unseen mails of a mailbox for reading and marks each as seen once it is stored. One that is too large is kept as its header. A connection
 * that ends halfway keeps nothing of the mail that it was at.
 */
export async function fetchMails({ pool, log }: TaskContext, mailbox: MailboxSettings | null): Promise<void> {
  if (!mailbox) return
  const client = new ImapFlow({
    host: mailbox.host,
    port: mailbox.port,
    secure: mailbox.secure,
    doSTARTTLS: false,
    auth: { user: mailbox.user, pass: mailbox.password },
    logger: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  })
  // Without a listener, a cut connection would end the process; the pending command rejects as well.
  client.on('error', (error: Error) => log.warn({ reason: error.message }, 'mailbox disconnected'))
  await client.connect()
  try {
    const lock = await client.getMailboxLock(mailbox.folder)
    try {
      const unseen = (await client.search({ seen: false }, { uid: true })) || []
      for (const uid of unseen.slice(0, AT_ONCE)) {
        const raw = await sourceOf(client, uid)
        if (!raw) continue
        await pool.query('select public.keep_support_mail($1)', [raw.toString('base64')])
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      }
    } finally {
      lock.release()
    }
    await client.logout()
  } finally {
    client.close()
  }
}

async function sourceOf(client: ImapFlow, uid: number): Promise<Buffer | null> {
  const sized = await client.fetchOne(String(uid), { size: true }, { uid: true })
  if (!sized) return null
  if ((sized.size ?? 0) > MOST_BYTES) {
    const head = await client.fetchOne(String(uid), { headers: true }, { uid: true })
    const lines = head ? (head.headers ?? Buffer.alloc(0)) : Buffer.alloc(0)
    return Buffer.concat([Buffer.from(`${CUT}: size\r\n`), lines])
  }
  const whole = await client.fetchOne(String(uid), { source: true }, { uid: true })
  return whole ? (whole.source ?? null) : null
}
