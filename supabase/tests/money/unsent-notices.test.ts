import { afterAll, beforeAll, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { type Product, product } from '../product.ts'
import { moneyStage } from './money-stage.ts'

let vigie: Product
let stage: ReturnType<typeof moneyStage>
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

type Unsent = { id: number; user_id: string; why: string; error: string | null; plan: { fr: string } }
const admin = async (name: string, values: object = {}) => {
  const { data, error } = await vigie.as.admin.rpc(name as never, values as never)
  if (error) throw error
  return data as unknown
}
const unsent = async (who: string) =>
  ((await admin('unsent_notices')) as Unsent[]).filter(({ user_id }) => user_id === who)

/** A yearly contract whose renewal was announced two hours ago; the mail is still queued. */
async function announced() {
  const who = await stage.member()
  const begun = new Date(Date.now() - 300 * 86_400_000)
  await stage.pay(await stage.open(who, begun, { period: 'year' }), begun)
  await vigie.admin.query('select private.announce_renewals(now())')
  const [notice] = await stage.rows<{ id: string }>(
    `update private.money_notices set announced_at = now() - interval '2 hours' where user_id = $1 returning id`,
    [who],
  )
  return { who, notice: Number(notice?.id) }
}
const outbox = (notice: number) =>
  stage.rows<{ id: string; failed_at: Date | null }>(
    `select id, failed_at from _server.mail_outbox where data ->> 'Notice' = $1 order by id`,
    [String(notice)],
  )

it('a notice that did not leave is listed with why, and no more once it has left', async () => {
  const { who, notice } = await announced()
  expect(await unsent(who)).toMatchObject([{ id: notice, why: 'waiting', plan: { fr: 'Standard' } }])
  const [mail] = await outbox(notice)
  await vigie.admin.query(
    `update _server.mail_outbox set failed_at = now(), last_error = '550 no such mailbox' where id = $1`,
    [mail?.id],
  )
  expect(await unsent(who)).toMatchObject([{ why: 'given_up', error: '550 no such mailbox' }])
  await admin('resend_notice', { notice })
  const again = await outbox(notice)
  expect(again).toHaveLength(2)
  await vigie.admin.query(
    `update _server.mail_outbox set sent_at = now(), message_id = '<again@vigie.example>' where id = $1`,
    [again[1]?.id],
  )
  expect(await unsent(who)).toEqual([])
  await expect(admin('resend_notice', { notice })).rejects.toMatchObject({ message: 'no_such_notice' })
})

it('a member without an address is told otherwise, with how, under audit', async () => {
  const { who, notice } = await announced()
  await vigie.admin.query('update auth.users set email_confirmed_at = null where id = $1', [who])
  expect(await unsent(who)).toMatchObject([{ why: 'no_address' }])
  await expect(admin('resend_notice', { notice })).rejects.toMatchObject({ message: 'no_address' })
  await expect(admin('note_notice_told', { notice, words: ' x ' })).rejects.toMatchObject({
    message: 'words_missing',
  })
  await admin('note_notice_told', { notice, words: 'Lettre recommandée 1A 234' })
  expect(await unsent(who)).toEqual([])
  expect(
    await stage.rows(
      `select after ->> 'words' as words from audit_log where table_name = 'contracts' and row_key = $1`,
      [who],
    ),
  ).toEqual([{ words: 'Lettre recommandée 1A 234' }])
})

it('a contract that was cancelled renews nothing, and needs no notice', async () => {
  const { who } = await announced()
  await vigie.admin.query('select private.cancel_for($1, now())', [who])
  expect(await unsent(who)).toEqual([])
})

it('nobody but an admin reads or does any of it', async () => {
  const { notice } = await announced()
  for (const actor of ['visitor', 'freemium', 'premium', 'analyst', 'service_role'] as const)
    for (const [statement, values] of [
      ['select unsent_notices()', []],
      ['select resend_notice($1)', [notice]],
      [`select note_notice_told($1, 'lettre')`, [notice]],
    ] as const)
      expect((await attempt(vigie, actor, statement, [...values])).refused, `${actor}: ${statement}`).toBe(
        '42501',
      )
})
