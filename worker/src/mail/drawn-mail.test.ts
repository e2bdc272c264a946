import fc from 'fast-check'
import { TOKEN, unsubscribeCall, unsubscribePage } from 'mails/notification-mail'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { addressed, isPlainAddress, MESSAGE_ID, RECIPIENT } from './drawn-mail.ts'
import { createMailer } from './mailer.ts'

const SITE = 'https://vigie.example'
const mailer = createMailer({
  smtpUrl: 'smtp://127.0.0.1:1',
  from: { name: 'Vigie', address: 'no-reply@vigie.example' },
  siteUrl: SITE,
})

it('is identical for each recipient, complete wherever the encoding broke lines, and has no overlong line', async () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'é', '=', ' ', '…', '€', '.'), maxLength: 120 })
  const token = fc.string({ unit: fc.constantFrom('A', 'z', '0', '-', '_'), minLength: 44, maxLength: 44 })
  await fc.assert(
    fc.asyncProperty(words, words, token, async (before, after, own) => {
      const page = unsubscribePage(SITE, TOKEN)
      const drawn = await mailer.draw({
        to: RECIPIENT,
        messageId: MESSAGE_ID,
        subject: 'Sujet é',
        html: `<p>${before}${page}${after}</p>`,
        text: `${before}${page}${after}`,
        unsubscribe: unsubscribeCall(SITE, TOKEN),
      })
      const at = Date.parse('2026-11-21T10:00:00Z')
      const message = addressed(drawn, {
        to: 'lea+x@example.com',
        messageId: '<7.ab@vigie.example>',
        token: own,
        at,
      })
      const body = message.slice(message.indexOf('\r\n\r\n'))
      for (const line of body.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
      const mail = await PostalMime.parse(message)
      expect(mail.text?.trimEnd()).toBe(`${before}${unsubscribePage(SITE, own)}${after}`.trimEnd())
      expect(mail.html?.trimEnd()).toBe(`<p>${before}${unsubscribePage(SITE, own)}${after}</p>`)
      expect(mail.to?.map(({ address }) => address)).toEqual(['lea+x@example.com'])
      expect([mail.messageId, mail.date, mail.subject]).toEqual([
        '<7.ab@vigie.example>',
        '2026-11-21T10:00:00.000Z',
        'Sujet é',
      ])
      const leave = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value
      expect(leave).toBe(`<${unsubscribeCall(SITE, own)}>`)
      expect(message).not.toMatch(/placeholder|UNSUBSCRIBE/)
    }),
    { numRuns: 200 },
  )
})

it.each([
  ['lea@example.com', true],
  ['l.e+a@sub.example.com', true],
  ['léa@example.com', false],
  ['lea@exämple.com', false],
  ['"a\r\nBcc: x"@example.com', false],
  ['a@example.com>\r\nBcc: b@example.com', false],
])('can insert %j into a header unencoded: %s', (address, plain) =>
  expect(isPlainAddress(address)).toBe(plain),
)
