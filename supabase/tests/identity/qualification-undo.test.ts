import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DESK_ROWS } from '../access/desk-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
let member: Awaited<ReturnType<Product['member']>>
let request: string
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(DESK_ROWS)
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(() => ask())

async function ask(): Promise<void> {
  member = await vigie.member()
  const { data } = await member.client
    .rpc('request_qualification', { broker: 'partner', account_number: 'AB-1234' })
    .throwOnError()
  request = data
}

const decide = (decision: string, reason = 'Vu.') =>
  vigie.as.admin.rpc('decide_qualification', { request_ids: [request], decision, reason }).throwOnError()
const answer = () =>
  member.client.rpc('answer_qualification', { request_id: request, words: 'Voici.' }).throwOnError()
const undo = (client = vigie.as.admin) => client.rpc('undo_qualification', { request_ids: [request] })
const stands = async () => {
  const { rows } = await vigie.admin.query(
    `select state, reason, decided_by, premium_until, (select is_qualified from leads where leads.user_id = request.user_id) as marked
     from qualification_requests as request where id = $1`,
    [request],
  )
  return rows[0]
}
const tier = async () => (await member.client.rpc('current_tier')).data
const OPEN = { state: 'pending', reason: null, decided_by: null, premium_until: null, marked: false }

describe('a decision is undone', () => {
  it('[S-116] with all that an approval did: the access ends, the lead is no longer marked, the member is told', async () => {
    await decide('approved')
    expect(await tier()).toBe('premium')
    expect((await undo()).data).toBe(1)
    expect(await tier()).toBe('freemium')
    expect(await stands()).toEqual(OPEN)
    const { data } = await member.client.from('qualification_events').select('kind').order('id')
    expect(data?.map(({ kind }) => kind)).toEqual(['submitted', 'approved', 'undone'])
    const { rows } = await vigie.admin.query(
      `select template from _server.mail_outbox where data ->> 'Email' = (select email from auth.users where id = $1) order by id desc limit 1`,
      [member.id],
    )
    expect(rows).toEqual([{ template: 'qualification_reopened' }])
    // Accepted again, the access is open again.
    await decide('approved')
    expect(await tier()).toBe('premium')
  })

  it('and what opened the access before stays: a lead that was marked earlier is still marked', async () => {
    await vigie.admin.query(
      `update leads set is_qualified = true, qualified_at = now() - interval '1 year' where user_id = $1`,
      [member.id],
    )
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'gift', now() + interval '1 day')`,
      [member.id],
    )
    await decide('approved')
    expect((await undo()).data).toBe(1)
    expect(await stands()).toEqual({ ...OPEN, marked: true })
    expect(await tier()).toBe('premium')
  })

  it('once: the same press twice is one undoing', async () => {
    await decide('rejected')
    const both = await Promise.all([undo(), undo()])
    expect(both.map(({ data, error }) => data ?? error?.message).sort()).toEqual([1, 'nothing_to_undo'])
    expect(await stands()).toMatchObject(OPEN)
  })

  it('by who took it alone, within ten minutes, and not once the member has acted on it', async () => {
    await decide('rejected', 'Un autre partenaire.')
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst'] as const)
      expect((await undo(vigie.as[actor])).error?.code).toBe('42501')
    expect((await undo(member.client)).error?.code).toBe('42501')
    const refused = async () => {
      const before = await stands()
      expect((await undo()).error?.message).toBe('nothing_to_undo')
      expect(await stands()).toEqual(before)
    }
    const change = (what: string, value: unknown) =>
      vigie.admin.query(`update qualification_requests set ${what} = $2 where id = $1`, [request, value])
    await change('decided_by', vigie.idOf.analyst)
    await refused()
    await change('decided_by', vigie.idOf.admin)
    await change('decided_at', new Date(Date.now() - 601_000))
    await refused()
    await change('decided_at', new Date())
    await member.client
      .rpc('request_qualification', { broker: 'partner', account_number: 'AB-1234' })
      .throwOnError()
    await refused()

    await ask()
    await decide('needs_information')
    await answer()
    await refused()
    await member.client.rpc('withdraw_qualification', { request_id: request }).throwOnError()
    await refused()
  })

  it('to what it was before, whatever was asked, answered, decided and undone until then', async () => {
    const steps = fc.array(fc.constantFrom('approved', 'rejected', 'needs_information', 'answer', 'undo'), {
      minLength: 1,
      maxLength: 10,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        await ask()
        // The decisions that stand, the last one deciding the state.
        let standing: { state: string; reason: string }[] = []
        for (const [place, step] of taken.entries()) {
          const state = standing.at(-1)?.state ?? 'pending'
          if (step === 'answer') {
            if (state !== 'needs_information') continue
            await answer()
            standing = []
          } else if (step === 'undo') {
            const { data } = await undo()
            expect(data).toBe(standing.length > 0 ? 1 : null)
            standing.pop()
          } else {
            if (state === 'approved' || state === 'rejected' || state === step) continue
            await decide(step, `Motif ${place}`)
            standing.push({ state: step, reason: `Motif ${place}` })
          }
          const { state: found, reason } = await stands()
          expect({ state: found, reason }).toEqual(standing.at(-1) ?? { state: 'pending', reason: null })
          expect(await tier()).toBe(found === 'approved' ? 'premium' : 'freemium')
        }
      }),
      { numRuns: 12 },
    )
  })
})
