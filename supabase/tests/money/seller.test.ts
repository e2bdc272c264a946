import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACTORS, type Product, product } from '../product.ts'
import { moneyStage, refusal } from './money-stage.ts'
import { SELLER_FACTS } from './seller-facts.ts'

let vigie: Product
let stage: ReturnType<typeof moneyStage>
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())
beforeEach(async () => {
  await stage.rows('update private.payment_settings set card_provider = $1, crypto_provider = $1', [
    'sandbox',
  ])
  await stage.rows('delete from private.seller')
  await stage.rows('insert into private.seller default values')
})

const set = (facts: object) => vigie.as.admin.rpc('set_seller', { facts })
const means = async () => (await vigie.as.visitor.rpc('payment_means')).data
const real = () =>
  stage.rows(`update private.payment_settings set card_provider = 'stripe', crypto_provider = 'btcpay'`)

describe('the facts of the seller', () => {
  it('are read and written by admins alone, who have proved a second factor where they must', async () => {
    for (const actor of ACTORS.filter((one) => one !== 'admin')) {
      expect((await vigie.as[actor].rpc('read_seller')).error?.code, actor).toBe('42501')
      expect((await vigie.as[actor].rpc('set_seller', { facts: { name: 'x' } })).error?.code, actor).toBe(
        '42501',
      )
    }
    await stage.rows('update private.security_settings set require_staff_mfa = true')
    try {
      expect((await set({ name: 'x' })).error?.message).toBe('staff_needs_aal2')
    } finally {
      await stage.rows('update private.security_settings set require_staff_mfa = false')
    }
    expect((await vigie.as.admin.rpc('read_seller')).data).toMatchObject({ name: 'Vigie' })
  })

  it('say what is missing for invoices and what is owed to readers, and nothing once all is there', async () => {
    const { data } = await vigie.as.admin.rpc('read_seller')
    expect(data).toMatchObject({
      missing: ['form', 'address', 'postcode', 'city', 'siren', 'vat_number'],
      owed: ['contact', 'phone', 'mediator', 'director', 'host'],
      real: [],
    })
    // A sole trader has no share capital and need not be in the trade register; an exempt seller has no VAT number.
    expect(
      (await set({ ...SELLER_FACTS, form: 'EI', registration: '', vat_number: '', vat_exempt: true })).data,
    ).toMatchObject({ missing: [], capital: null, one_stop_shop: false })
    expect(
      (await set({ ...SELLER_FACTS, capital: null, registration: '', vat_number: '', vat_exempt: false }))
        .data,
    ).toMatchObject({ missing: ['capital', 'registration', 'vat_number'] })
    const whole = await set({
      ...SELLER_FACTS,
      contact: 'bonjour@exemple.fr',
      phone: '+33 2 98 00 00 00',
      mediator: 'CM2C, cm2c.net',
      director: 'Alix Laurent',
      host: 'OVH SAS, Roubaix',
    })
    expect(whole.data).toMatchObject({
      missing: [],
      owed: [],
      siren: '732829320',
      siret: '73282932000074',
      vat_number: 'FR44732829320',
    })
  })

  it.each([
    ['name', '  ', 'name_missing'],
    ['brand', '', 'brand_missing'],
    ['form', 'GmbH', 'form_wrong'],
    ['capital', 0, 'capital_wrong'],
    ['siren', '732829321', 'siren_wrong'],
    ['siren', '000000000', 'siren_wrong'],
    ['siren', '73282932', 'siren_wrong'],
    ['siret', '73282932000075', 'siret_wrong'],
    ['siret', '44306184100047', 'siret_wrong'],
    ['vat_number', 'FR45732829320', 'vat_number_wrong'],
    ['vat_number', 'FR83404833048', 'vat_number_wrong'],
    ['vat_number', 'BE0732829320', 'vat_number_wrong'],
    ['contact', 'nous', 'contact_wrong'],
    ['phone', 'appelez-nous', 'phone_wrong'],
    ['prefix', 'V-G', 'prefix_wrong'],
  ])('%s %j is refused as %s, and changes nothing', async (fact, value, key) => {
    await set(SELLER_FACTS)
    const before = (await vigie.as.admin.rpc('read_seller')).data
    expect((await set({ [fact]: value })).error).toMatchObject({ message: key, hint: fact })
    expect((await vigie.as.admin.rpc('read_seller')).data).toEqual(before)
  })

  it('take a VAT number by its key, and one whose key has a letter by its shape', async () => {
    const right = async (number: string, siren: string) =>
      (
        await stage.one<{ right: boolean }>('select private.is_french_vat_number($1, $2) as right', [
          number,
          siren,
        ])
      ).right
    expect(await right('FR44732829320', '732829320')).toBe(true)
    expect(await right('FRK7732829320', '732829320')).toBe(true)
    expect(await right('FRO7732829320', '732829320')).toBe(false)
    // The key as the tax office defines it, computed independently: SIREN and key, read as one number, leave 12 modulo 97.
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        async (n, key) => {
          const siren = String(n).padStart(9, '0')
          const wanted = (BigInt(siren) * 100n + 12n) % 97n === BigInt(key)
          expect(await right(`FR${String(key).padStart(2, '0')}${siren}`, siren)).toBe(wanted)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('hold a SIREN to its key: of a digit that is changed none is believed', async () => {
    const right = async (number: string) =>
      (await stage.one<{ right: boolean }>('select private.is_siren($1) as right', [number])).right
    for (const siren of ['732829320', '443061841', '552100554', '356000000']) {
      expect(await right(siren)).toBe(true)
      for (const place of [0, 4, 8]) {
        const digit = (Number(siren[place]) + 1) % 10
        expect(await right(`${siren.slice(0, place)}${digit}${siren.slice(place + 1)}`)).toBe(false)
      }
    }
  })

  it('accept the establishments of La Poste, which have keys of their own', async () => {
    const right = async (number: string, siren: string) =>
      (await stage.one<{ right: boolean }>('select private.is_siret($1, $2) as right', [number, siren])).right
    expect(await right('35600000049837', '356000000')).toBe(true)
    expect(await right('35600000049838', '356000000')).toBe(false)
  })

  it('leave what was before, after and by whom in the audit log', async () => {
    await set({ name: 'Exemple Trading' })
    const { data } = await vigie.as.admin.rpc('list_audit', { of_table: 'seller', most: 1 })
    expect(data).toMatchObject([
      {
        action: 'update',
        actor: vigie.idOf.admin,
        before: { name: 'Vigie' },
        after: { name: 'Exemple Trading' },
      },
    ])
  })

  it('are what the legal pages tell everybody', async () => {
    await set({ ...SELLER_FACTS, director: 'Alix Laurent' })
    expect((await vigie.as.visitor.rpc('legal_notice')).data).toEqual({
      name: 'Exemple Trading',
      form: 'SAS au capital de 10\u202f000\u00a0€',
      address: '1 rue du Phare, 29200 Brest',
      siren: '732829320',
      siret: '73282932000074',
      registration: 'RCS Brest 732 829 320',
      vat_number: 'FR44732829320',
      vat_exempt: false,
      contact: 'contact@vigie.example',
      phone: '',
      mediator: '',
      director: 'Alix Laurent',
      host: '',
      status: '',
      card_provider: 'sandbox',
      crypto_provider: 'sandbox',
    })
  })
})

describe('while invoices cannot say who sells', () => {
  const order = (who: string, way = 'card') => stage.open(who, new Date(), { means: way })

  it('[S-107] nothing is offered or sold for money, and the sandbox stays usable', async () => {
    const who = await stage.member()
    expect(await means()).toHaveLength(2)
    expect(await refusal(order(who))).toBeNull()
    await real()
    expect(await means()).toEqual([])
    expect((await vigie.as.admin.rpc('read_seller')).data).toMatchObject({ real: ['btcpay', 'stripe'] })
    for (const way of ['card', 'crypto'])
      expect(await refusal(order(await stage.member(), way))).toBe('seller_incomplete')
    const { error } = await vigie.as.freemium.rpc('open_checkout', {
      plan: 'standard',
      period: 'month',
      means: 'card',
      details: { name: 'x', country: 'FR' },
      terms_version: '2026-11-21',
      expected_total: 3900,
      idempotency_key: randomUUID(),
    })
    expect(error).toMatchObject({ message: 'seller_incomplete' })
  })

  it('one missing fact is enough, and the last one opens the sale', async () => {
    await real()
    await set({ ...SELLER_FACTS, city: '' })
    expect(await means()).toEqual([])
    await set({ city: 'Brest' })
    expect(await means()).toEqual([
      { means: 'card', provider: 'stripe' },
      { means: 'crypto', provider: 'btcpay' },
    ])
    expect(await refusal(order(await stage.member()))).toBeNull()
  })

  it('a contract for money keeps the facts that its next invoice needs', async () => {
    await real()
    await set(SELLER_FACTS)
    const who = await stage.member()
    const bought = await order(who)
    await stage.tell(
      new Date(),
      {
        kind: 'payment_succeeded',
        checkout: bought.id,
        subscription: `sub_${who}`,
        payment: `pi_${who}`,
        amount: Number(bought.total),
        currency: bought.currency,
      },
      { provider: 'stripe' },
    )
    expect((await set({ siren: '', siret: '', vat_number: '' })).error).toMatchObject({
      message: 'seller_needed',
      hint: 'siren',
    })
    expect((await vigie.as.admin.rpc('read_seller')).data).toMatchObject({ siren: '732829320', missing: [] })
    const [invoice] = await stage.rows<{ seller: object }>('select seller from invoices where user_id = $1', [
      who,
    ])
    expect(invoice?.seller).toEqual({
      brand: 'Vigie',
      name: 'Exemple Trading',
      form: 'SAS au capital de 10\u202f000\u00a0€',
      address: '1 rue du Phare',
      postcode: '29200',
      city: 'Brest',
      country: 'FR',
      siren: '732829320',
      siret: '73282932000074',
      registration: 'RCS Brest 732 829 320',
      vat_number: 'FR44732829320',
      contact: 'contact@vigie.example',
    })
  })
})
