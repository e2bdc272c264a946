import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Product } from '../product.ts'

/** What the tests of support do again and again: open, reply, answer, read. */
export function ticketStage(vigie: Product) {
  const open = async (who: SupabaseClient, fields: object = {}): Promise<string> => {
    const { data } = await who
      .rpc('open_ticket', {
        topic: 'technical',
        subject: 'Alerte sonore muette',
        body: 'Bonjour, plus de son depuis hier.',
        request: randomUUID(),
        ...fields,
      })
      .throwOnError()
    return (data as { id: string }).id
  }
  const reply = (who: SupabaseClient, ticket: string, body: string, fields: object = {}) =>
    who.rpc('reply_ticket', { ticket, body, request: randomUUID(), ...fields })
  const answer = (ticket: string, fields: object = {}, who: SupabaseClient = vigie.as.analyst) =>
    who.rpc('answer_ticket', {
      ticket,
      body: 'Bonjour, pouvez-vous recharger la page ?',
      request: randomUUID(),
      ...fields,
    })
  const file = async (who: SupabaseClient, ticket: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests look at
    (await who.rpc('ticket_file', { ticket }).throwOnError()).data as any
  const row = async (ticket: string) =>
    (await vigie.admin.query('select * from tickets where id = $1', [ticket])).rows[0]
  const events = async (ticket: string) =>
    (
      await vigie.admin.query<{ kind: string }>(
        'select kind from ticket_events where ticket = $1 order by at, id',
        [ticket],
      )
    ).rows.map(({ kind }) => kind)
  /** A ticket that opened in the past. */
  const openedAt = async (member: string, moment: Date, topic = 'technical', priority = 'normal') => {
    const { rows } = await vigie.admin.query<{ id: string }>(
      `select made.id, private.add_message(made, $1, 'member', 'Ma question', null, 'site', null, null, $2)
       from private.make_ticket($1, $3, $4, 'Question', 'fr', 'site', null, $2, null, null) as made`,
      [member, moment, topic, priority],
    )
    return rows[0]?.id ?? ''
  }
  /** A member opens ten tickets a day; the next test begins on another one. */
  const anotherDay = () =>
    vigie.admin.query(`
      alter table tickets disable trigger guard_promise;
      update tickets set opened_at = opened_at - interval '2 days';
      alter table tickets enable trigger guard_promise`)
  return { anotherDay, open, reply, answer, file, row, events, openedAt }
}
