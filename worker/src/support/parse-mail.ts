// Reads a mail of the support's mailbox: who, to which ticket, what is new in it, and whether a person wrote it. Everything in it is a claim; the
// database decides what it may do (private.receive_mail in supabase/schemas/support/ticket_mail.sql). HTML is only ever turned into text.
import { createHash } from 'node:crypto'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { keptFiles, type MailFile } from './mail-files.ts'
import { partQuoted } from './quoted-history.ts'
import { type SupportAddress, tokenIn } from './support-address.ts'
import { textOfHtml } from './text-of-html.ts'

export type ReadMail = {
  message_id: string
  from: string
  token: string | null
  subject: string
  text: string
  quoted: string | null
  /** Written by a program (RFC 3834), or to a list. */
  automatic: boolean
  /** A report that one of our mails was not delivered. */
  bounce: boolean
  problem: 'too_large' | 'unreadable' | null
  detail: string
  files: MailFile[]
}

const MOST_RAW = 25_000_000
/** Parts of a mail; one with more is a bomb. */
const MOST_PARTS = 60
const LONGEST_HEADER = 100_000
/** Set by the fetching task on what it did not fetch whole. */
export const CUT = 'X-Vigie-Cut'

/** Never rejects because of what a mail holds: `problem` says so. */
export async function parseMail(raw: Buffer, support: SupportAddress): Promise<ReadMail> {
  const end = raw.indexOf('\r\n\r\n') < 0 ? raw.indexOf('\n\n') : raw.indexOf('\r\n\r\n')
  const header = raw.subarray(0, Math.min(end < 0 ? raw.length : end, LONGEST_HEADER))
  const head = unfolded(header.toString('latin1'))
  let problem: ReadMail['problem'] =
    raw.length > MOST_RAW || head.has(CUT.toLowerCase())
      ? 'too_large'
      : end < 0 || end > LONGEST_HEADER || isBomb(raw)
        ? 'unreadable'
        : null
  let mail = problem ? null : await parsed(raw)
  if (!mail) {
    // Of a mail that is not read whole, only the header is: its ticket is told that it came.
    problem ??= 'unreadable'
    mail = await parsed(Buffer.concat([header, Buffer.from('\r\n\r\n')]))
  }
  if (!mail) return { ...NOTHING, message_id: idOf(raw), problem: 'unreadable' }
  const { kept, dropped } = keptFiles(mail.attachments)
  const { text, quoted } = partQuoted(mail.text?.trim() ? mail.text : textOfHtml(mail.html || ''))
  const bounce = isBounce(mail, head)
  const places = [
    ...addresses(mail.to),
    ...addresses(mail.cc),
    ...(head.get('delivered-to') ?? []),
    ...(head.get('x-original-to') ?? []),
  ]
  const threads = [...[mail.references ?? []].flat(), mail.inReplyTo ?? '']
  const reported = bounce ? [raw.subarray(0, 200_000).toString('latin1')] : []
  return {
    message_id: mail.messageId?.slice(0, 400) || idOf(raw),
    from: senderOf(mail, head),
    token: tokenIn(support, places) ?? tokenIn(support, threads) ?? tokenIn(support, reported),
    subject: clean(mail.subject ?? '').slice(0, 300),
    text: [text, ...dropped.map((name) => `✗ ${name}`)].filter(Boolean).join('\n\n'),
    quoted,
    automatic: isAutomatic(head),
    bounce,
    problem,
    detail: bounce ? clean(mail.subject ?? '').slice(0, 200) : '',
    files: problem ? [] : kept,
  }
}

const parsed = (source: Buffer): Promise<ParsedMail | null> =>
  simpleParser(source, { maxHtmlLengthToParse: 1_000_000, skipImageLinks: true, skipTextLinks: true }).catch(
    () => null,
  )

const NOTHING: ReadMail = {
  message_id: '',
  from: '',
  token: null,
  subject: '',
  text: '',
  quoted: null,
  automatic: false,
  bounce: false,
  problem: null,
  detail: '',
  files: [],
}
const idOf = (raw: Buffer) => `<${createHash('sha256').update(raw).digest('hex')}@raw>`
const clean = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()
const addresses = (of: AddressObject | AddressObject[] | undefined) =>
  [of ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''))

/** Two senders, or two From lines, are none: programs disagree about which one they show. */
function senderOf(mail: ParsedMail, head: ReadonlyMap<string, string[]>): string {
  const [sender, ...more] = mail.from?.value ?? []
  if (more.length > 0 || (head.get('from')?.length ?? 0) !== 1) return ''
  return (sender?.address ?? '').toLowerCase()
}

function isAutomatic(head: ReadonlyMap<string, string[]>): boolean {
  const values = (name: string) => (head.get(name) ?? []).map((value) => value.trim().toLowerCase())
  return (
    values('auto-submitted').some((value) => value !== 'no') ||
    values('precedence').some((value) => ['bulk', 'junk', 'list', 'auto_reply'].includes(value)) ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'list-id', 'list-unsubscribe'].some((name) =>
      head.has(name),
    ) ||
    values('return-path').some((value) => value === '<>')
  )
}

const isBounce = (mail: ParsedMail, head: ReadonlyMap<string, string[]>) =>
  (head.get('content-type') ?? []).some(
    (type) => /multipart\/report/i.test(type) && /delivery-status/i.test(type),
  ) || /^(mailer-daemon|postmaster)@/i.test(mail.from?.value[0]?.address ?? '')

/** Header lines by lower-case name, each as often as it stands there. */
function unfolded(header: string): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const line of header.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([!-9;-~]+):(.*)$/.exec(line) ?? []
    if (name) lines.set(name.toLowerCase(), [...(lines.get(name.toLowerCase()) ?? []), value ?? ''])
  }
  return lines
}

/** Header names are in any case; parts without one are counted by the parser, which then refuses the mail. */
function isBomb(raw: Buffer): boolean {
  const types = raw.toString('latin1').matchAll(/^content-type:/gim)
  return types.drop(MOST_PARTS).next().done !== true
}
