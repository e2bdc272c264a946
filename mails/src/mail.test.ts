import { describe, expect, it } from 'vitest'
import { readDevice } from './device.ts'
import { LANGUAGES } from './languages.ts'
import { compose, type MailRequest, TEMPLATES, writeMail } from './mail.ts'

const CODE = '418207'
const LINK = 'https://vigie.example/auth/v1/verify?token=ab12&type=signup&redirect_to=https://vigie.example'

const request = (changes: Partial<MailRequest> = {}): MailRequest => ({
  template: 'confirmation',
  data: {
    Token: CODE,
    ConfirmationURL: LINK,
    Email: 'alix@example.com',
    NewEmail: 'a@new.example',
    SendingTo: 'a@new.example',
  },
  language: 'fr',
  timeZone: 'Europe/Paris',
  name: 'Alix',
  brand: 'Vigie',
  siteUrl: 'https://vigie.example',
  minutes: 10,
  ...changes,
})

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(TEMPLATES)('%s says the same in HTML and in plain text', async (template) => {
    const asked = request({ template, language })
    const letter = compose(asked)
    const { html, text, subject } = await writeMail(asked)
    expect(subject).not.toBe('')
    expect(html).toContain(`<html lang="${language}"`)
    const shown = html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('<!-- -->', '')
    for (const said of [letter.title, letter.lead, letter.footer, ...letter.notes]) {
      expect(shown).toContain(said)
      expect(text).toContain(said)
    }
    expect(html + text + subject).not.toMatch(/\{\{|undefined|\[object/)
    expect(html.match(/<a [^>]*href=/g)?.length ?? 0).toBe(letter.button ? 2 : 0)
  })

  it('has every sentence of the French one', async () => {
    const keys = (value: object): string[] =>
      Object.entries(value).flatMap(([key, inner]) =>
        typeof inner === 'object' ? keys(inner).map((name) => `${key}.${name}`) : [key],
      )
    const { texts } = await import('./texts.ts')
    expect(keys(texts[language])).toEqual(keys(texts.fr))
  })
})

it('names both addresses where the present one must agree, and one where the new one is proven', () => {
  const current = request({ template: 'email_change' })
  current.data = { ...current.data, SendingTo: 'alix@example.com' }
  expect(compose(current).lead).toContain('alix@example.com par a@new.example')
  expect(compose(request({ template: 'email_change' })).title).toBe('Confirmez votre nouvelle adresse')
})

it('tells a new device with its name, time on the person’s own clock, and address', () => {
  const UserAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'
  const letter = compose(
    request({ template: 'new_device', data: { UserAgent, At: '2026-11-21T10:00:00Z', Ip: '192.0.2.7' } }),
  )
  expect(letter.facts.map(([, value]) => value)).toEqual([
    'Chrome sur Windows',
    '21 novembre 2026 à 11:00 (Europe/Paris)',
    '192.0.2.7',
  ])
  expect(letter.button?.url).toBe('https://vigie.example/mon-compte#securite')
})

it('what a person typed stays text', async () => {
  const { html } = await writeMail(request({ name: '<img src=x onerror=alert(1)>' }))
  expect(html).not.toContain('<img')
})

it('refuses a template it does not know', () => {
  expect(() => compose(request({ template: 'toString' }))).toThrow(RangeError)
})

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/143.0 Safari/537.36 Edg/143.0',
    'Edge',
    'macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/143.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  ['node', null, null],
])('knows a browser and its system: %s', (userAgent, browser, system) => {
  expect(readDevice(userAgent)).toMatchObject({ browser, system })
})

it('acknowledges a withdrawal with its minute and the amount that goes back', () => {
  const { facts } = compose(
    request({
      template: 'contract_withdrawn',
      data: { At: '2026-11-19T13:52:00Z', Refund: 2990, Currency: 'EUR' },
    }),
  )
  expect(facts).toEqual([
    ['Date', '19 novembre 2026 à 14:52 (Europe/Paris)'],
    ['Remboursé', '29,90\u00a0€'],
  ])
})

it('confirms a contract with its price, its renewal, the last day to withdraw and the form for it', async () => {
  const data = {
    At: '2026-11-12T23:30:00Z',
    Money: {
      Order: 'VG-P-4K7Q2M',
      Plan: { fr: 'Standard', en: 'Standard', es: 'Standard', it: 'Standard' },
      Period: 'month',
      Amount: 2925,
      Currency: 'EUR',
      RenewsOn: '2026-12-12T23:30:00Z',
      RenewalAmount: 3900,
      WithdrawUntil: '2026-11-27T22:59:59Z',
      Terms: '2026-11-21',
      Seller: {
        name: 'Exemple Trading SAS',
        address: '1 rue du Phare, 29200 Brest',
        contact: 'contact@vigie.example',
        mediator: '',
      },
    },
  } as const
  const asked = request({ template: 'contract_concluded', data, timeZone: 'America/New_York' })
  const letter = compose(asked)
  // The reader's evening is the seller's next day; the right ends on the seller's calendar.
  expect(letter.box).toEqual({ label: 'Dernier jour pour vous rétracter', value: '27 novembre 2026' })
  expect(letter.facts).toEqual(
    expect.arrayContaining([
      ['Commande', 'VG-P-4K7Q2M'],
      ['Montant', '29,25\u00a0€'],
      ['Prix à chaque reconduction', '39,00\u00a0€ par mois, jusqu’à votre résiliation'],
      ['Conditions générales', 'version du 21 novembre 2026'],
    ]),
  )
  const { html, text } = await writeMail(asked)
  const lines = letter.form?.lines ?? []
  expect(lines).toHaveLength(9)
  expect(lines[1]).toContain('Exemple Trading SAS, 1 rue du Phare, 29200 Brest, contact@vigie.example')
  for (const line of lines) {
    expect(text).toContain(line)
    expect(html).toContain(line)
  }
})

it.each([
  'password_changed',
  'email_changed',
  'phone_changed',
  'factor_added',
  'factor_removed',
  'recovery_codes_drawn',
])('leads from %s to what stops the change', (template) => {
  const letter = compose(request({ template, data: { ChangeToken: 'abc', NewEmail: 'new@vigie.example' } }))
  expect(letter.button?.url).toBe('https://vigie.example/securite/arreter?jeton=abc')
})
