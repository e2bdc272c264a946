import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptFiles, typeOf } from './mail-files.ts'
import { parseMail } from './parse-mail.ts'
import { partQuoted } from './quoted-history.ts'
import { readSupportAddress, replyAddress, threadId, tokenIn } from './support-address.ts'
import { textOfHtml } from './text-of-html.ts'

const support = readSupportAddress('support@vigie.example')
const token = 'ab'.repeat(16)
const mail = (headers: Record<string, string>, body = 'Bonjour') =>
  Buffer.from(
    `${Object.entries({
      From: 'Alix <alix@example.com>',
      To: replyAddress(support, token),
      Subject: 'Re: Alerte',
      'Message-ID': '<1@example.com>',
      ...headers,
    })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n${body}`,
  )
const read = (headers: Record<string, string> = {}, body?: string) => parseMail(mail(headers, body), support)

describe('a mail to support', () => {
  it('[S-114] [wish §8.6] is of the ticket whose token its address or its thread has, and of none where two differ', async () => {
    expect(await read()).toMatchObject({
      token,
      from: 'alix@example.com',
      text: 'Bonjour',
      problem: null,
      automatic: false,
    })
    expect(
      await read({ To: 'support@vigie.example', 'In-Reply-To': threadId(support, token) }),
    ).toMatchObject({ token })
    expect(
      await read({ To: 'support@vigie.example', References: `<x@y> ${threadId(support, token)}` }),
    ).toMatchObject({ token })
    expect(await read({ To: 'support@vigie.example' })).toMatchObject({ token: null })
    expect(
      tokenIn(support, [replyAddress(support, token), replyAddress(support, 'cd'.repeat(16))]),
    ).toBeNull()
    expect(
      tokenIn(support, [`support+${token}@vigie.example.evil.com`, `xsupport+${token}@vigie.example`]),
    ).toBeNull()
  })

  it.each([
    { 'Auto-Submitted': 'auto-replied' },
    { 'Auto-Submitted': 'auto-generated' },
    { Precedence: 'bulk' },
    { Precedence: 'auto_reply' },
    { 'X-Autoreply': 'yes' },
    { 'List-Id': '<news.example.com>' },
    { 'Return-Path': '<>' },
  ])('[S-114] is of a program with %j (RFC 3834)', async (header) => {
    expect((await read(header as unknown as Record<string, string>)).automatic).toBe(true)
    expect((await read({ 'Auto-Submitted': 'no' })).automatic).toBe(false)
  })

  it('is a bounce by its kind or its sender, and names the ticket of the mail that it returns', async () => {
    const report = await read(
      {
        From: 'MAILER-DAEMON@mx.example.com',
        To: 'no-reply@vigie.example',
        'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
      },
      `--b\r\nContent-Type: text/plain\r\n\r\nUnknown user\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nReferences: ${threadId(support, token)}\r\n\r\nx\r\n--b--`,
    )
    expect(report).toMatchObject({ bounce: true, token })
  })

  it('[S-114] has no sender where it has two', async () => {
    expect((await read({ From: 'alix@example.com, zoe@example.com' })).from).toBe('')
    expect(
      (await parseMail(Buffer.concat([Buffer.from('From: admin@vigie.example\r\n'), mail({})]), support))
        .from,
    ).toBe('')
  })

  it('[S-114] turns HTML into text and keeps none of it', async () => {
    const { text } = await read(
      { 'Content-Type': 'text/html' },
      '<p>Bonjour <b>Hugo</b></p><script>alert(1)</script><img src=x onerror=alert(2)>',
    )
    expect(text).toContain('Bonjour Hugo')
    expect(text).not.toMatch(/<|alert/)
  })

  it('finds the words of a mail that has only HTML, beside attachments too', async () => {
    const html =
      '<p>Voici&nbsp;&#233; <script>alert(1)</script></p><!-- x --><ul><li>un</li><li>deux &lt;3</li></ul>'
    expect(textOfHtml(html)).toBe('Voici é\nun\ndeux <3')
    const { text } = await read(
      { 'Content-Type': 'multipart/mixed; boundary=b' },
      `--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`,
    )
    expect(text).toBe('Voici é\nun\ndeux <3')
    expect(textOfHtml('<script>'.repeat(10_000))).toBe('')
  })

  it.each([
    ['Le 19 nov. 2026 à 13:30, Support <support@vigie.example> a écrit :'],
    ['On Thu, 19 Nov 2026, Support <support@vigie.example> wrote:'],
    ['El jue, 19 nov 2026, Support escribió:'],
    ['Il giorno gio 19 nov 2026 Support ha scritto:'],
    ['-----Message d’origine-----'],
    ['From: Support <support@vigie.example>'],
  ])('folds what a program repeats below %j', (line) => {
    expect(partQuoted(`Toujours muet.\r\n\r\n${line}\r\n> Bonjour`)).toEqual({
      text: 'Toujours muet.',
      quoted: expect.stringContaining('Bonjour'),
    })
  })

  it('loses no letter of a mail between what is new and what is quoted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Bonjour', '> vous', '', 'Le 19 nov. Support a écrit :', 'fin'), {
          maxLength: 12,
        }),
        (lines) => {
          const { text, quoted } = partQuoted(lines.join('\n'))
          expect([text, quoted ?? ''].join('').replaceAll(/\s/g, '')).toBe(
            lines.join('').replaceAll(/\s/g, ''),
          )
        },
      ),
    )
  })

  it('[S-114] keeps five files of known bytes and decoded size, and names the others', () => {
    const png = Buffer.from('\u0089PNG\r\n\u001a\n…', 'latin1')
    const file = (filename: string, content: Buffer, contentType = 'image/png') => ({
      filename,
      content,
      contentType,
    })
    expect(typeOf(Buffer.from('MZ…'), 'image/png')).toBeNull()
    const { kept, dropped } = keptFiles([
      file('a.png', png),
      file('virus.exe', Buffer.from('MZ'), 'application/octet-stream'),
      file('page.html', Buffer.from('<script>'), 'text/html'),
      file('huge.png', Buffer.concat([png, Buffer.alloc(10_000_001)])),
      ...Array.from({ length: 5 }, (_, n) => file(`${n}.png`, png)),
    ])
    expect(kept.map(({ name }) => name)).toEqual(['a.png', '0.png', '1.png', '2.png', '3.png'])
    expect(dropped).toEqual(['virus.exe', 'page.html', 'huge.png', '4.png'])
  })

  it('[S-114] is read as its header where it is a bomb of parts, too large, or cut', async () => {
    let nested = 'Bonjour'
    for (let n = 0; n < 80; n++)
      nested = `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n}\r\n\r\n${nested}\r\n--b${n}--`
    expect(await read({ 'Content-Type': 'multipart/mixed; boundary=b79' }, nested)).toMatchObject({
      problem: 'unreadable',
      token,
      text: '',
      files: [],
    })
    expect(await parseMail(Buffer.concat([mail({}), Buffer.alloc(25_000_001, 'a')]), support)).toMatchObject({
      problem: 'too_large',
      token,
      text: '',
    })
    expect(await parseMail(Buffer.from('Subject: half'), support)).toMatchObject({ problem: 'unreadable' })
    expect(await parseMail(Buffer.alloc(0), support)).toMatchObject({ problem: 'unreadable' })
  })

  it.each([
    [
      'nested, its headers in lower case',
      (n: number) => `--b${n}\r\ncontent-type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    ],
    ['of parts without a header', () => '--b0\r\n\r\nx\r\n'],
    [
      'of attachments in lower case',
      () => '--b0\r\ncontent-type: application/pdf\r\ncontent-disposition: attachment\r\n\r\nx\r\n',
    ],
    ['of mails within mails', () => '--b0\r\nCONTENT-TYPE: message/rfc822\r\n\r\nSubject: x\r\n\r\n'],
  ])(
    '[S-114] is read as its header where it is a bomb %s, and its ticket knows that it came',
    async (_name, part) => {
      const body = Array.from({ length: 20_000 }, (_, n) => part(n)).join('')
      expect(await read({ 'Content-Type': 'multipart/mixed; boundary=b0' }, body)).toMatchObject({
        problem: 'unreadable',
        token,
        message_id: '<1@example.com>',
        from: 'alix@example.com',
        text: '',
        files: [],
      })
    },
  )

  it('[S-114] has no sender where a second From hides in a folded, encoded or cased line', async () => {
    for (const forged of [
      'FROM: admin@vigie.example',
      'from:\r\n admin@vigie.example',
      'From: =?utf-8?q?Alix?= <admin@vigie.example>',
    ])
      expect(
        (await parseMail(Buffer.concat([Buffer.from(`${forged}\r\n`), mail({})]), support)).from,
        forged,
      ).toBe('')
    // A line of the body or of a part is not a header.
    expect(await read({}, 'From: admin@vigie.example\r\n\r\nBonjour')).toMatchObject({
      from: 'alix@example.com',
    })
    // A name that looks like an address is a name.
    expect(await read({ From: '"admin@vigie.example" <alix@example.com>' })).toMatchObject({
      from: 'alix@example.com',
    })
  })

  it('answers for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect((await parseMail(Buffer.from(bytes), support)).message_id).not.toBe('')
      }),
      { numRuns: 60 },
    )
  })
})
