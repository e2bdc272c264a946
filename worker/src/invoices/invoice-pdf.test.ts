import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectOrder, readPdf, squeezed } from '../testing/read-pdf.ts'
import { drawInvoice } from './invoice-pdf.ts'
import type { Invoice } from './invoice-row.ts'
import { invoiceTexts, invoiceWords } from './invoice-words.ts'

const INVOICE: Invoice = {
  id: '5c1f2f0e-6f0b-4f3c-9a39-0a5d2b1c7e01',
  number: 'VG-2026-00001',
  kind: 'invoice',
  test: false,
  user_id: '5c1f2f0e-6f0b-4f3c-9a39-0a5d2b1c7e02',
  corrected: null,
  issued_at: new Date('2026-11-12T23:30:00Z'),
  paid_at: new Date('2026-11-12T17:04:00Z'),
  currency: 'EUR',
  net: '29250',
  tax: '5850',
  total: '35100',
  tax_rate: '20.00',
  treatment: 'domestic',
  language: 'fr',
  seller: {
    brand: 'Vigie',
    name: 'Vigie SAS',
    form: 'SAS au capital de 10 000 €',
    address: '12 quai des Phares',
    postcode: '29200',
    city: 'Brest',
    country: 'FR',
    siren: '303265045',
    registration: 'RCS Brest 303 265 045',
    vat_number: 'FR40303265045',
    contact: 'contact@vigie.example',
  },
  buyer: { name: 'Alix Laurent', address: '7 rue de Siam', postcode: '29200', city: 'Brest', country: 'FR' },
  lines: [
    {
      text: 'Abonnement Standard, un an',
      quantity: 1,
      unit_net: 32500,
      net: 32500,
      from: '2026-11-12',
      to: '2027-11-12',
    },
    { text: 'Code de réduction BIENVENUE', quantity: 1, unit_net: -3250, net: -3250 },
  ],
  mentions: ['Médiateur de la consommation\u00a0: CM2C, 14 rue Saint-Jean, 75017 Paris.'],
  method: { kind: 'card', brand: 'visa', last4: '4242' },
}
const CREDIT: Partial<Invoice> = {
  kind: 'credit_note',
  number: 'VG-TEST-AV-2026-00003',
  test: true,
  corrected: 'VG-TEST-2026-00041',
}

const read = async (invoice: Invoice) => readPdf(await drawInvoice(invoice))

describe('the PDF of an invoice', () => {
  it('[S-107] contains everything that a French invoice requires, on one page', async () => {
    const { pages, text, info } = await read(INVOICE)
    expect(pages).toBe(1)
    for (const mention of [
      'Facture',
      'VG-2026-00001',
      'Date d’émission',
      '13 novembre 2026',
      'Vigie SAS',
      'SAS au capital de 10 000 €',
      '12 quai des Phares',
      'SIREN : 303 265 045',
      'N° TVA : FR40303265045',
      'Alix Laurent',
      '7 rue de Siam',
      'Abonnement Standard, un an',
      'Du 12 novembre 2026 au 12 novembre 2027',
      'Qté',
      'Prix unitaire HT',
      '325,00 €',
      '−32,50 €',
      'Total HT',
      '292,50 €',
      'TVA 20 %',
      '58,50 €',
      'Total TTC',
      '351,00 €',
      'Facture acquittée le 12 novembre 2026 par carte Visa •••• 4242',
      ...INVOICE.mentions,
    ])
      expect(text).toContain(squeezed(mention))
    expect(info).toMatchObject({
      Title: 'Facture VG-2026-00001',
      Author: 'Vigie SAS',
      Language: 'fr',
      CreationDate: 'D:20261112233000Z',
    })
  })

  it.each(['fr', 'en', 'es', 'it'] as const)(
    'in %s contains all its texts, inside the page and without overlaps',
    async (language) => {
      for (const changes of [{}, CREDIT]) {
        const invoice = { ...INVOICE, ...changes, language }
        const { text, words } = await read(invoice)
        const said = invoiceWords(invoice)
        for (const part of [
          said.title,
          said.settled,
          ...said.head,
          said.total[0],
          ...said.facts.flat(),
          said.page,
        ])
          expect(text).toContain(squeezed(part))
        expect(text).not.toMatch(/\{\{|undefined|\?/)
        expectOrder(words, 50, 546)
      }
      expect(Object.keys(invoiceTexts[language])).toEqual(Object.keys(invoiceTexts.fr))
    },
  )

  it('is byte-identical for the same row', async () => {
    const hash = async () =>
      createHash('sha256')
        .update(await drawInvoice(INVOICE))
        .digest('hex')
    expect(await hash()).toBe(await hash())
  })

  it('renders names in other scripts', async () => {
    const { text } = await read({ ...INVOICE, buyer: { name: 'Łódź Ωμέγα Коваль Ñandú', country: 'PL' } })
    expect(text).toContain(squeezed('Łódź Ωμέγα Коваль Ñandú'))
  })

  it('marks the operator’s missing company data', async () => {
    const { text } = await read({ ...INVOICE, seller: { ...INVOICE.seller, siren: '' } })
    expect(text).toContain(squeezed('SIREN : non renseigné'))
  })
})
