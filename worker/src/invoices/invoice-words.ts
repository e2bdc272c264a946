// Owns what an invoice says around its row: labels, dates, amounts and who paid with what, in the invoice's own language. Reads
// no clock and no setting of this machine.
import { dayInWords } from 'mails/day-in-words'
import { fill } from 'mails/fill'
import type { Language } from 'mails/languages'
import { money } from 'mails/money'
import type { Invoice } from './invoice-row.ts'
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }
import it from './messages/it.json' with { type: 'json' }

export type InvoiceTexts = typeof fr
export const invoiceTexts = { fr, en, es, it } satisfies Record<Language, InvoiceTexts>

/** Where the contract is made: the day of an invoice is the day there. */
const ZONE = 'Europe/Paris'

export type InvoiceWords = ReturnType<typeof invoiceWords>

/** Everything that stands on an invoice, as text; amounts of credit notes are what goes back, without a sign. */
export function invoiceWords(invoice: Invoice) {
  const { language, currency, kind } = invoice
  const t = invoiceTexts[language]
  const credit = kind === 'credit_note'
  const amount = (minor: string | number) => money(minor, currency, language)
  const date = (moment: Date | string) => dayInWords(moment, language, ZONE)
  const country = (code: string) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  const rate = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(Number(invoice.tax_rate))
  const means = meansOf(invoice)
  const settled = { date: date(invoice.paid_at), means: means ?? '' }
  const { seller, buyer } = invoice
  return {
    title: credit ? t.creditNote : t.invoice,
    test: invoice.test ? t.test : null,
    facts: [
      [t.number, invoice.number],
      [t.issued, date(invoice.issued_at)],
      [credit ? t.refunded : t.paid, date(invoice.paid_at)],
      ...(invoice.corrected ? [[credit ? t.about : t.cancels, invoice.corrected]] : []),
    ] as [string, string][],
    seller: {
      label: t.seller,
      name: seller.name,
      lines: [
        seller.form,
        ...addressOf(seller, country),
        pair(language, t.siren, seller.siren.replace(/(?<=\d)(?=(\d{3})+$)/g, '\u00a0') || t.missing),
        seller.registration,
        seller.vat_number && pair(language, t.vat, seller.vat_number),
        seller.contact,
      ].filter(Boolean),
    },
    buyer: {
      label: t.buyer,
      name: buyer.name || t.missing,
      lines: [
        ...addressOf(buyer, country),
        buyer.vat_number && pair(language, t.vat, buyer.vat_number),
      ].filter((line): line is string => Boolean(line)),
    },
    settled: credit
      ? fill(means ? t.givenBy : t.given, settled)
      : fill(means ? t.settledBy : t.settled, settled),
    head: [t.what, t.quantity, t.unit, t.rate, t.amount] as const,
    lines: invoice.lines.map((line) => ({
      text: line.text,
      span: line.from && line.to ? fill(t.span, { from: date(line.from), to: date(line.to) }) : null,
      quantity: String(line.quantity),
      unit: amount(line.unit_net),
      rate: percent(language, rate),
      net: amount(line.net),
    })),
    totals: [
      [t.net, amount(invoice.net)],
      [
        invoice.treatment === 'one_stop_shop'
          ? fill(t.taxCountry, { rate, country: country(buyer.country) })
          : fill(t.tax, { rate }),
        amount(invoice.tax),
      ],
    ] as [string, string][],
    total: [credit ? t.totalBack : t.total, amount(invoice.total)] as const,
    mentions: invoice.mentions,
    page: fill(t.page, { number: invoice.number }),
    file: fill(t.file, { number: invoice.number }),
  }
}

function meansOf({ method, language }: Invoice): string | null {
  const t = invoiceTexts[language]
  if (!method) return null
  if (method.kind !== 'card') return t.crypto
  if (!method.last4 || !method.brand) return t.cardOnly
  const brand = method.brand.charAt(0).toUpperCase() + method.brand.slice(1)
  return fill(t.card, { brand, digits: method.last4 })
}

type Address = {
  address?: string | undefined
  postcode?: string | undefined
  city?: string | undefined
  country: string
}

const addressOf = ({ address, postcode, city, country }: Address, name: (code: string) => string): string[] =>
  [address ?? '', [postcode, city].filter(Boolean).join(' '), name(country)].filter(Boolean)

const pair = (language: string, label: string, value: string): string =>
  `${label}${language === 'fr' ? '\u00a0: ' : ': '}${value}`

const percent = (language: string, rate: string): string =>
  language === 'fr' || language === 'es' ? `${rate}\u202f%` : `${rate}%`
