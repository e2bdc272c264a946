import { DARK_RULES, sheet } from 'mails/frame'
import { LANGUAGES, type Language } from 'mails/languages'
import type { Letter } from 'mails/letter'
import { compose, type MailData, type MailRequest, TEMPLATES, type Template } from 'mails/mail'
import { composeNotificationMail, type NotificationMailRequest } from 'mails/notification-mail'
import { plainText } from 'mails/plain-text'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Logo } from '#parts/brand/logo.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { brand } from '../brand.ts'

const CODE: MailData = {
  Token: '418207',
  TokenHash: '9f2c41d07be3a8',
  Email: 'alix.laurent@exemple.fr',
}
const FACT_AT: MailData = { At: '2026-11-12T17:04:00Z' }
const CHANGED: MailData = { At: '2026-11-19T13:52:00Z', ChangeToken: 'CHANGE-TOKEN' }
const FACT: MailData = { ...CHANGED, Factor: 'totp' }
const DEVICE: MailData = {
  At: '2026-11-19T13:52:00Z',
  UserAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/143.0 Safari/537.36',
  Ip: '192.0.2.17',
}
const WALLET: MailData = {
  At: '2026-11-19T13:52:00Z',
  Currency: 'USDT',
  Network: 'TRON',
  Address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  UsableAt: '2026-11-21T13:52:00Z',
  StopToken: 'STOP-TOKEN',
}
const PAYOUT: MailData = {
  PayoutAmount: 12_840,
  PayoutCurrency: 'EUR',
  Currency: 'USDT',
  Network: 'TRON',
  Address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
}
const CHANGE: MailData = { ...CODE, NewEmail: 'alix@exemple.fr' }

const CONTRACT = {
  Plan: { fr: 'Standard', en: 'Standard', es: 'Standard', it: 'Standard' },
  Period: 'year',
  Amount: 39_000,
  Currency: 'EUR',
} as const
const MONEY: Readonly<Partial<Record<Template, MailData['Money']>>> = {
  receipt: { Number: 'VG-2026-00001' },
  refund_sent: { Number: 'VG-AV-2026-00001' },
  contract_concluded: {
    Order: 'VG-P-4K7Q2M',
    RenewsOn: '2027-11-12T17:04:00Z',
    RenewalAmount: 39_000,
    WithdrawUntil: '2026-11-26T22:59:59Z',
    Terms: '2026-11-21',
    Seller: {
      name: 'Exemple Trading SAS',
      address: '1 rue du Phare, 29200 Brest',
      contact: 'contact@vigie.example',
      mediator: 'Médiation de la consommation, 12 square Exemple, 75015 Paris',
    },
  },
  surplus_received: { Amount: 3900, Currency: 'EUR' },
  surplus_returned: { Amount: 3900, Currency: 'EUR' },
  payment_failed: {
    Tries: ['2026-11-22T09:00:00Z', '2026-11-24T09:00:00Z', '2026-11-26T09:00:00Z'],
    EndsAt: '2026-11-26T09:00:00Z',
  },
  method_expiring: { Card: 'Visa •••• 4242', CardExpires: '2026-11', RenewsOn: '2026-12-12T17:04:00Z' },
  renewal_notice: { RenewsOn: '2027-11-12T17:04:00Z', Deadline: '2027-11-11T11:00:00Z' },
  crypto_renewal: { PaidUntil: '2026-12-12T17:04:00Z' },
}

/** The data of each template. A change of address sends two mails, one to each address. */
function samplesOf(template: Template): readonly MailData[] {
  if (template === 'email_change') {
    return [CHANGE.Email, CHANGE.NewEmail].map((SendingTo) => ({ ...CHANGE, SendingTo }) as MailData)
  }
  if (template === 'refund_to_fetch')
    return [
      {
        ConfirmationURL: 'https://pay.vigie.example/pull-payments/8f2c',
        Money: { Amount: 1950, Currency: 'EUR' },
      },
    ]
  if (MONEY[template])
    return [{ ...(template === 'contract_concluded' && FACT_AT), Money: { ...CONTRACT, ...MONEY[template] } }]
  if (template === 'reauthentication' || template.endsWith('_code')) return [{ Token: '418207' }]
  if (template === 'contract_cancelled')
    return [{ At: '2026-11-19T13:52:00Z', Until: '2026-12-12T17:04:00Z' }]
  if (template === 'test_contract_over') return [{ Until: '2026-12-12T17:04:00Z' }]
  if (template === 'contract_withdrawn')
    return [{ At: '2026-11-19T13:52:00Z', Refund: 2990, Currency: 'EUR' }]
  if (template === 'new_device') return [DEVICE]
  if (template === 'wallet_changed') return [WALLET]
  if (template === 'payout_paid') return [{ ...PAYOUT, TransactionHash: '9f2c41d07be3a8'.repeat(4) }]
  if (template === 'payout_failed') return [PAYOUT]
  if (['recovery_code_used', 'changes_stopped', 'sign_up_repeated'].includes(template)) return [FACT_AT]
  if (template === 'email_changed') return [{ ...CHANGED, NewEmail: 'alix@exemple.fr' }]
  if (template.endsWith('_changed') || template === 'recovery_codes_drawn') return [CHANGED]
  return [template.startsWith('factor') ? FACT : CODE]
}

const SAMPLES = TEMPLATES.flatMap((template) => samplesOf(template).map((data) => ({ template, data })))

const TOLD: NotificationMailRequest['notifications'] = [
  {
    kind: 'signal_published',
    category: 'signals',
    parameters: { number: 204, instrument: 'EUR/USD', timeframe: 'H1' },
    levels: { direction: 'buy', entry_low: '1.08500', entry_high: '1.08600', stop_loss: '1.08200' },
    link: '/signaux?signal=204',
    at: new Date('2026-11-19T13:52:00Z'),
  },
  {
    kind: 'signal_target_reached',
    category: 'signals',
    parameters: { number: 198, instrument: 'GBP/JPY', price: '193.450' },
    link: '/signaux?signal=198',
    at: new Date('2026-11-19T16:07:00Z'),
  },
]

/** Every mail in both themes and in plain text, for review. Not part of the product: this page is not translated. */
export default function DevMails() {
  const [language, setLanguage] = useState<Language>('fr')
  useEffect(() => {
    document.title = 'Mails'
  }, [])
  const request = (template: string, data: MailData): MailRequest => ({
    template,
    data,
    language,
    timeZone: 'Europe/Paris',
    name: 'Alix',
    brand: brand.name,
    siteUrl: 'https://vigie.example',
    minutes: 10,
  })
  const told = (notifications: typeof TOLD, digest: boolean) =>
    composeNotificationMail({
      notifications,
      digest,
      language,
      timeZone: 'Europe/Paris',
      brand: brand.name,
      siteUrl: 'https://vigie.example',
      leavable: true,
    })
  const letters = [
    ...SAMPLES.map(({ template, data }) => ({ template, letter: compose(request(template, data)) })),
    { template: 'notification', letter: told(TOLD.slice(0, 1), false) },
    { template: 'daily mail', letter: told(TOLD, true) },
  ]
  return (
    <main lang="en" className="mx-auto max-w-312 px-4 pb-16 md:px-6">
      <header className="flex h-16 items-center gap-4">
        <Logo name={brand.name} />
        <h1 className="mr-auto text-16 font-semibold">Mails</h1>
        <Segmented
          label="Language"
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: value }))}
        />
      </header>
      <div className="grid gap-10">
        {letters.map(({ template, letter }, place) => {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and one template appears twice
            <section key={place} aria-label={letter.subject} lang={language} className="grid gap-3">
              <h2 className="text-14 text-muted">
                {template} · <b className="text-text">{letter.subject}</b>
              </h2>
              <div className="grid items-start gap-4 lg:grid-cols-3">
                <Sheet letter={letter} rules="" />
                <Sheet letter={letter} rules={DARK_RULES} />
                <pre className="overflow-x-auto rounded-card border border-line bg-well p-4 font-mono text-12 whitespace-pre-wrap">
                  {plainText(letter)}
                </pre>
              </div>
            </section>
          )
        })}
      </div>
    </main>
  )
}

/** Renders a mail in a shadow root, so that neither its style nor the page's reaches the other. */
function Sheet({ letter, rules }: { letter: Letter; rules: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [shadow, setShadow] = useState<ShadowRoot | null>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const styles = new CSSStyleSheet()
    styles.replaceSync(rules)
    root.adoptedStyleSheets = [styles]
    setShadow(root)
  }, [rules])
  return (
    <div ref={host} className="overflow-hidden rounded-card border border-line">
      {shadow ? createPortal(sheet(letter) as ReactNode, shadow) : null}
    </div>
  )
}
