import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, moneyStage, refusal } from '../money/money-stage.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
let stage: ReturnType<typeof moneyStage>
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
})
afterAll(() => vigie.stop())

const mailbox = async (email: string | null) =>
  (await stage.one<{ box: string | null }>('select private.mailbox_of($1) as box', [email])).box

describe('the mailbox behind an address', () => {
  it.each([
    ['Ada.Lovelace+vigie@GoogleMail.com', 'adalovelace@gmail.com'],
    ['a.d.a@gmail.com', 'ada@gmail.com'],
    ['ada+one+two@example.com', 'ada@example.com'],
    ['ada.l@example.com', 'ada.l@example.com'],
    ['ada@pm.me', 'ada@proton.me'],
    ['ada+x@protonmail.com', 'ada@proton.me'],
    ['ada@me.com', 'ada@icloud.com'],
    ['ada+x@mac.com', 'ada@icloud.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['+bob@example.com', '+bob@example.com'],
    [null, null],
  ])('of %s is %s', async (email, expected) => {
    expect(await mailbox(email)).toBe(expected)
  })
})

/** A member with the given address. */
async function member(email: string): Promise<string> {
  const id = randomUUID()
  await vigie.admin.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    id,
    email,
  ])
  return id
}

describe('one person with several addresses', () => {
  it('keeps each address as it was written', async () => {
    const email = `ada+${randomUUID()}@gmail.com`
    const id = await member(email)
    expect(await stage.one('select email from members where user_id = $1', [id])).toEqual({ email })
  })

  it('uses a coupon once, and is told so before they order', async () => {
    const name = randomUUID()
    await vigie.admin.query(
      `insert into coupons (code, percent, starts_at) values ('BIENVENUE-ALIAS', 50, '2026-01-01')`,
    )
    const coupon = 'BIENVENUE-ALIAS'
    const [first, second] = [await member(`${name}@example.com`), await member(`${name}+2@example.com`)]
    await stage.open(first, day(0), { coupon })
    expect(await refusal(stage.open(second, day(0), { coupon }))).toBe('coupon_used')
    const quoted = stage.rows(`select private.quote('standard', 'month', 'FR', null, $1, $2, $3)`, [
      coupon,
      day(0),
      second,
    ])
    expect(await refusal(quoted)).toBe('coupon_used')
    await stage.open(await member(`${randomUUID()}@example.com`), day(0), { coupon })
  })

  it('uses a coupon once of two orders at the same moment', async () => {
    const name = randomUUID()
    await vigie.admin.query(
      `insert into coupons (code, percent, starts_at) values ('ENSEMBLE', 50, '2026-01-01')`,
    )
    const people = await Promise.all([1, 2, 3].map((number) => member(`${name}+${number}@example.com`)))
    const tried = await Promise.all(
      people.map((who) => refusal(stage.open(who, day(0), { coupon: 'ENSEMBLE' }))),
    )
    expect(tried.toSorted()).toEqual(['coupon_used', 'coupon_used', null].toSorted())
  })

  it('brings themselves no reward, whichever address they took later', async () => {
    const name = randomUUID()
    const referrer = await member(`${randomUUID()}@example.com`)
    await vigie.admin.query('update auth.users set email = $2 where id = $1', [
      referrer,
      `${name}@example.com`,
    ])
    const code = await codeOf(referrer)
    expect(await blocked(code, `${name}+me@example.com`)).toBe('own_mailbox')
    const other = await member(`${randomUUID()}@example.com`)
    await vigie.admin.query('update auth.users set email = $2 where id = $1', [other, `${name}.b@gmail.com`])
    expect(await blocked(code, `${name}b+x@googlemail.com`)).toBe('returning')
    expect(await blocked(code, `${randomUUID()}@example.com`)).toBeNull()
  })

  async function codeOf(id: string): Promise<string> {
    const code = Array.from(randomBytes(7), (byte) => 'ABCDEFGHJKMNPQRSTVWXYZ23456789'[byte % 30]).join('')
    await vigie.admin.query('insert into referral_codes (user_id, code) values ($1, $2)', [id, code])
    return code
  }

  async function blocked(code: string, email: string): Promise<string | null> {
    const id = randomUUID()
    await vigie.admin.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)`,
      [id, email, { referral: code }],
    )
    const { blocked_for } = await stage.one<{ blocked_for: string | null }>(
      'select blocked_for from referrals where referred = $1',
      [id],
    )
    return blocked_for
  }
})
