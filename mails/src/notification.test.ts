import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { NOTIFICATION_KINDS, notificationTexts, notificationWords } from './notification.ts'
import { address, composeNotificationMail, TOKEN, writeNotificationMail } from './notification-mail.ts'

const ALL = { number: 204, instrument: 'EUR/USD', timeframe: 'H1', price: '1.08500', result: '-1.25' }
const asked = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string)
const keys = (value: object): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' ? keys(inner).map((name) => `${key}.${name}`) : [key],
  )
const mail = {
  notifications: [
    {
      kind: 'signal_published',
      category: 'signals',
      parameters: ALL,
      link: '/signaux?signal=204',
      at: new Date('2026-10-25T00:30:00Z'),
    },
  ],
  digest: false,
  timeZone: 'Europe/Paris',
  brand: 'Vigie',
  siteUrl: 'https://vigie.example',
  leavable: true,
}

describe.each(LANGUAGES)('in %s', (language) => {
  it('has every sentence of the French one, and none more', () => {
    expect(keys(notificationTexts[language])).toEqual(keys(notificationTexts.fr))
  })

  it.each(Object.entries(NOTIFICATION_KINDS))(
    '%s asks for what it is told with, and uses all of it',
    (kind, declared) => {
      const { title, body } = declared[language]
      expect([...new Set(asked(title + body))].sort()).toEqual([...declared.parameters].sort())
      expect(Object.keys(notificationTexts[language].why)).toContain(declared.why)
      for (const missing of declared.parameters) {
        const { [missing as keyof typeof ALL]: _, ...parameters } = ALL
        expect(() => notificationWords({ kind, parameters, language })).toThrow(RangeError)
      }
    },
  )

  it('says in a mail why it is received and how to end it, in HTML and in plain text', async () => {
    const drawn = await writeNotificationMail({ ...mail, language })
    const { html, text, subject } = address(drawn, 'A'.repeat(44))
    expect(html + text + subject).not.toMatch(/\{\{|undefined|\[object/)
    for (const whole of [html, text]) {
      expect(whole).toContain(notificationTexts[language].why.published)
      expect(whole).toContain(`https://vigie.example/desabonnement?jeton=${'A'.repeat(44)}`)
      expect(whole).not.toContain(TOKEN)
    }
  })
})

it('writes prices with the language’s marks and every digit, and levels only when they are given', () => {
  const told = { kind: 'near_stop', parameters: ALL }
  expect(notificationWords({ ...told, language: 'fr' }).body).toContain('stop à 1,08500')
  expect(notificationWords({ ...told, language: 'en' }).body).toContain('stop at 1.08500')
  const levels = {
    direction: 'sell',
    entry_low: '1.08500',
    entry_high: '1.08500',
    stop_loss: '1.09000',
  } as const
  const signal = { kind: 'signal_published', parameters: ALL, language: 'it' }
  expect(notificationWords({ ...signal, levels }).body).toBe('Vendita 1,08500, stop 1,09000')
  expect(notificationWords(signal).body).not.toMatch(/Vendita|1,0/)
})

it('an event’s price and the analyst’s words are said where they are given, and its result with its sign', () => {
  const told = { parameters: { ...ALL, result: '1.8' }, language: 'fr' }
  const entered = { ...told, kind: 'event_entered' }
  expect(notificationWords(entered).body).not.toMatch(/1,0/)
  expect(notificationWords({ ...entered, levels: { price: '1.08500', note: null } }).body).toContain(
    '1,08500',
  )
  const note = { price: null, note: 'Stop à l’équilibre.' }
  expect(notificationWords({ ...told, kind: 'event_note', levels: note }).body).toBe('Stop à l’équilibre.')
  expect(notificationWords({ ...told, kind: 'event_stopped' }).body).toContain('+1,8\u00a0R')
  expect(notificationWords({ ...told, kind: 'event_closed', parameters: ALL }).body).toContain('-1,25\u00a0R')
})

it('what no longer holds says why in the place of what it was', () => {
  const told = { kind: 'signal_published', parameters: ALL, language: 'fr', withdrawnFor: 'too_late' }
  expect(notificationWords(told).body).toBe('Trop tard pour entrer')
})

it('a day’s mail has a line for each, at the person’s own hour, the two of an hour that comes twice as well', () => {
  const later = { ...mail.notifications[0]!, at: new Date('2026-10-25T01:30:00Z') }
  const letter = composeNotificationMail({
    ...mail,
    language: 'fr',
    digest: true,
    notifications: [mail.notifications[0]!, later],
  })
  expect(letter.facts.map(([label]) => label)).toEqual(['dim. 02:30', 'dim. 02:30'])
  expect(letter.subject).toBe('Votre résumé\u00a0: 2 notifications')
})

it('refuses a kind it has no words for, and a mail that tells nothing', () => {
  expect(() => notificationWords({ kind: 'toString', parameters: {}, language: 'fr' })).toThrow(RangeError)
  expect(() => composeNotificationMail({ ...mail, language: 'fr', notifications: [] })).toThrow(RangeError)
})
