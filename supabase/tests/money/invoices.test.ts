import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { day, type MoneyStage, moneyStage, NOON } from './money-stage.ts'

let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

type Invoice = {
  id: string
  number: string
  kind: string
  net: string
  tax: string
  total: string
  tax_rate: string
  treatment: string
  buyer: { name: string; vat_number?: string }
  seller: { name: string }
  lines: { text: string; net: number }[]
  mentions: string[]
  corrects: string | null
}
const invoicesOf = (member: string) =>
  stage.rows<Invoice>('select * from invoices where user_id = $1 order by issued_at, place', [member])
const YEAR = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Paris' })

async function buying(details: Record<string, string> = {}, plan = 'standard') {
  const member = await stage.member()
  const address = details.vat_number ? { address: '1 rue des Phares', postcode: '29200', city: 'Brest' } : {}
  const order = await stage.one<{
    id: string
    total: string
    currency: string
    subscription_id: string
    user_id: string
  }>(
    `select * from private.open_checkout_for($1, $2, $4, 'month', 'card', $3, '2026-11-21', null, null, gen_random_uuid())`,
    [member, day(0), JSON.stringify({ name: 'Alix Laurent', country: 'FR', ...address, ...details }), plan],
  )
  return { member, order }
}

describe('an invoice', () => {
  it('[S-107] is issued with the payment, once, with everything on it as it was', async () => {
    const { member, order } = await buying({ address: '12 rue des Phares', postcode: '29200', city: 'Brest' })
    expect(await invoicesOf(member)).toEqual([])
    await stage.pay(order, day(0.01))
    await stage.pay(order, day(0.02))
    await stage.settle(member, day(0.03))
    const [invoice, ...more] = await invoicesOf(member)
    expect(more).toEqual([])
    expect(invoice).toMatchObject({
      kind: 'invoice',
      net: '3250',
      tax: '650',
      total: '3900',
      tax_rate: '20.00',
      treatment: 'domestic',
      buyer: {
        name: 'Alix Laurent',
        address: '12 rue des Phares',
        postcode: '29200',
        city: 'Brest',
        country: 'FR',
      },
      lines: [
        {
          text: 'Abonnement Standard, un mois',
          quantity: 1,
          net: 3250,
          from: '2026-11-12',
          to: '2026-12-12',
        },
      ],
    })
    expect(invoice?.number).toMatch(new RegExp(`^VG-TEST-${YEAR.format()}-\\d{5}$`))
    await stage.rows(`select private.save_billing_details_for($1, '{"name":"Another","country":"IT"}')`, [
      member,
    ])
    expect(await invoicesOf(member)).toEqual([invoice])
    const read = await stage.one<{ invoice: { number: string } }>(
      'select private.invoice_of_checkout($1) as invoice',
      [order.id],
    )
    expect(read.invoice.number).toBe(invoice?.number)
  })

  it.each([
    [
      'a consumer elsewhere in the Union pays their own rate',
      { country: 'IT' },
      'one_stop_shop',
      3197,
      703,
      /OSS/,
    ],
    [
      'a business elsewhere in the Union owes the tax itself',
      { country: 'DE', vat_number: 'DE123456789' },
      'reverse_charge',
      3900,
      0,
      /VIES/,
    ],
    [
      'a number of the wrong form is a consumer’s',
      { country: 'DE', vat_number: 'DE12' },
      'one_stop_shop',
      3277,
      623,
      /OSS/,
    ],
    [
      'another country’s number is a consumer’s',
      { country: 'DE', vat_number: 'ATU12345678' },
      'one_stop_shop',
      3277,
      623,
      /OSS/,
    ],
    [
      'a French business pays the French tax',
      { country: 'FR', vat_number: 'FR40303265045' },
      'domestic',
      3250,
      650,
      /40\s€/,
    ],
    ['Réunion has the French tax at its own rate', { country: 'RE' }, 'domestic', 3594, 306, /essai/],
    [
      'a business of Guadeloupe too',
      { country: 'GP', vat_number: 'FR40303265045' },
      'domestic',
      3594,
      306,
      /40\s€/,
    ],
    ['Guiana has none, and is not outside the Union', { country: 'GF' }, 'untaxed', 3900, 0, /294-1/],
    ['nor has Mayotte', { country: 'YT' }, 'untaxed', 3900, 0, /294-1/],
    ['a consumer outside the Union pays none', { country: 'CH' }, 'outside', 3900, 0, /259 D/],
    [
      'nor does a business there',
      { country: 'CH', vat_number: 'CHE123456789' },
      'outside_business',
      3900,
      0,
      /259-1°/,
    ],
  ] as const)('%s', async (_, details, treatment, net, tax, mention) => {
    const { member, order } = await buying(details)
    await stage.pay(order, day(0.01))
    expect(await invoicesOf(member)).toMatchObject([
      {
        treatment,
        net: String(net),
        tax: String(tax),
        total: '3900',
        mentions: expect.arrayContaining([expect.stringMatching(mention)]),
      },
    ])
  })

  it('of an operator that is exempt bears no tax, and says why', async () => {
    await stage.rows('update private.seller set vat_exempt = true, one_stop_shop = false')
    try {
      const { member, order } = await buying({ country: 'ES' })
      await stage.pay(order, day(0.01))
      expect(await invoicesOf(member)).toMatchObject([
        {
          treatment: 'exempt',
          tax: '0',
          net: '3900',
          mentions: expect.arrayContaining(['TVA non applicable, art. 293 B du CGI.']),
        },
      ])
    } finally {
      await stage.rows('update private.seller set vat_exempt = false, one_stop_shop = true')
    }
  })

  it('is followed by a credit note when money goes back, and the two sum to what was kept', async () => {
    const { member, order } = await buying()
    await stage.pay(order, day(0.01))
    await stage.tell(day(1), {
      kind: 'refund_succeeded',
      payment: `p_${order.id}`,
      refund: 'r1',
      amount: 1000,
    })
    const [invoice, note] = await invoicesOf(member)
    expect(note).toMatchObject({
      kind: 'credit_note',
      corrects: invoice?.id,
      net: '833',
      tax: '167',
      total: '1000',
    })
    expect(note?.number).toMatch(/^VG-TEST-AV-\d{4}-\d{5}$/)
    expect(note?.lines[0]?.text).toBe(`Remboursement sur la facture ${invoice?.number}`)
  })

  it('is credited in part at the tax of an invoice over that part, not at a share of its own rounded tax', async () => {
    const { member, order } = await buying({}, 'pro')
    await stage.pay(order, day(0.01))
    for (const [at, refund] of [
      [1, 'half'],
      [2, 'other half'],
    ] as const) {
      await stage.tell(day(at), {
        kind: 'refund_succeeded',
        payment: `p_${order.id}`,
        refund: `${refund} of ${order.id}`,
        amount: 3950,
      })
    }
    const [invoice, half, rest] = await invoicesOf(member)
    expect(invoice).toMatchObject({ total: '7900', net: '6583', tax: '1317' })
    expect(half).toMatchObject({ total: '3950', net: '3292', tax: '658' })
    // The remainder of the whole amount, so that the invoice and its credit notes sum to zero.
    expect(rest).toMatchObject({ total: '3950', net: '3291', tax: '659' })
  })

  it('is reversed by the opposite document when its payment is reversed, and reissued when it is restored', async () => {
    const { member, order } = await buying()
    await stage.pay(order, day(0.01))
    const set = (net: number, tax: number, paid: Date | null) =>
      stage.rows(
        'update payments set net = $2::bigint, tax = $3::bigint, surplus = 3900 - $2::bigint - $3::bigint, paid_at = $4::timestamptz where user_id = $1',
        [member, net, tax, paid],
      )
    await set(0, 0, null)
    await set(3250, 650, day(0.01))
    await set(3250, 650, day(0.01))
    const [first, reversal, second, ...more] = await invoicesOf(member)
    expect(more).toEqual([])
    expect([first, reversal, second]).toMatchObject([
      { kind: 'invoice', total: '3900', corrects: null },
      {
        kind: 'credit_note',
        total: '3900',
        corrects: first?.id,
        lines: [{ text: `Annulation de ${first?.number}` }],
      },
      { kind: 'invoice', total: '3900', corrects: null },
    ])
  })

  it('is never changed, nor removed', async () => {
    for (const change of [
      `update invoices set buyer = '{}'`,
      'delete from invoices',
      'truncate invoices cascade',
    ])
      await expect(stage.rows(change)).rejects.toThrow()
  })

  it('stays with its name and number when the account is erased', async () => {
    const { member, order } = await buying()
    await stage.pay(order, day(0.01))
    const before = await invoicesOf(member)
    await stage.rows('delete from auth.users where id = $1', [member])
    expect(await invoicesOf(member)).toEqual(before)
    expect(before[0]?.buyer.name).toBe('Alix Laurent')
  })
})

describe('numbers', () => {
  it('[S-107] have no gap and no duplicate when 200 are issued at once and some are rolled back', async () => {
    const members = Array.from({ length: 200 }, (_, place) => place)
    const { payments } = await stage.one<{ payments: string[] }>(
      `
      with member as (
        select $1::uuid as id, gen_random_uuid() as contract from generate_series(1, 200)
      ), contract as (
        insert into subscriptions (id, user_id, plan, period, price_id, amount, currency, provider, means)
        select contract, member.id, 'standard', 'month', (select id from plan_prices where plan = 'standard' and period = 'month' limit 1), 3900, 'EUR', 'stripe', 'card' from member
        returning id, user_id
      ), paid as (
        insert into payments (user_id, subscription_id, provider, provider_payment, amount, currency, net, tax, tax_rate, country, state)
        select user_id, id, 'stripe', id::text, 3900, 'EUR', 3250, 650, 20, 'FR', 'pending' from contract returning id
      ) select array_agg(id) as payments from paid`,
      [await stage.member()],
    )
    // The last one waits for all the others, which may take long on a busy machine.
    const pool = new pg.Pool({ connectionString: vigie.databaseUrl, max: 20 })
    let rolledBack = 0
    const pay = async (place: number, client: pg.PoolClient) => {
      await client.query('begin')
      await client.query(`update payments set state = 'succeeded', paid_at = $2 where id = $1`, [
        payments[place],
        new Date(NOON),
      ])
      await client.query('set constraints all immediate')
      if (place % 3 === 1) {
        rolledBack += 1
        await client.query('rollback')
      } else await client.query('commit')
    }
    await Promise.all(
      members.map(async (place) => {
        const client = await pool.connect()
        try {
          await pay(place, client)
        } finally {
          client.release()
        }
      }),
    )
    await pool.end()
    const rows = await stage.rows<{ number: string; place: number; issued_at: Date }>(
      `select number, place, issued_at from invoices where not test and kind = 'invoice' order by place`,
    )
    expect(rolledBack).toBe(67)
    expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: 133 }, (_, place) => place + 1))
    expect(rows[0]?.number).toBe(`VG-${YEAR.format()}-00001`)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(133)
    const times = rows.map(({ issued_at }) => issued_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }, 60_000)
})

it('net and tax sum to the total at every rate, and the tax is the rate’s to half a cent', async () => {
  const cases = fc.sample(
    fc.tuple(fc.bigInt({ min: 1n, max: 10_000_000_000n }), fc.integer({ min: 0, max: 5000 })),
    { numRuns: 500 },
  )
  const rows = await stage.rows<{ off: string; rest: boolean }>(
    `select abs(total - private.net_of(total, rate) - private.net_of(total, rate) * rate / 100) as off,
            private.net_of(total, rate) between 0 and total as rest
     from unnest($1::bigint[], $2::numeric[]) as given (total, rate)`,
    [cases.map(([total]) => String(total)), cases.map(([, rate]) => (rate / 100).toFixed(2))],
  )
  expect(rows).toHaveLength(500)
  // Half a unit of the net amount, and the tax on that half.
  for (const { off, rest } of rows) {
    expect(rest).toBe(true)
    expect(Number(off)).toBeLessThanOrEqual(0.75)
  }
})
