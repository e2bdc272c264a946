import type { SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { signUp, withServer } from '../bench-server.ts'
import { WORDS } from '../community/community-rows.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'
import { fillTickets } from './ticket-rows.ts'

/** The inbox with 50 000 tickets: lists, filters, searches and one ticket, as the screens ask the API for them. */
const TICKETS = sized(50_000, 200)
const MEMBERS = sized(10_000, 40)
const CALLS = sized(120, 3)
const AIM = 50

export const measure = (): Promise<string> =>
  withServer(async ({ credentials, database }) => {
    const staff = await signUp(credentials, 'agent')
    await database.query('update private.security_settings set require_staff_mfa = false')
    await database.query(`insert into public.staff (user_id, role) values ($1, 'admin')`, [staff.id])
    const member = await signUp(credentials, 'member')
    await fillTickets(database, { tickets: TICKETS, members: MEMBERS, staff: staff.id, member: member.id })
    const { rows } = await database.query<{ tickets: string; messages: string }>(
      'select count(*) as tickets, sum(messages) as messages from public.tickets',
    )
    const asked: [string, number[]][] = []
    for (const [name, ask] of await questions(staff.client, member.client, database)) {
      const took: number[] = []
      for (let call = 0; call < CALLS + 2; call++) {
        const begun = performance.now()
        await ask(call).throwOnError()
        if (call > 1) took.push(performance.now() - begun)
      }
      asked.push([name, took])
    }
    return table(
      [
        `${rounded(Number(rows[0]?.tickets))} tickets, ${rounded(Number(rows[0]?.messages))} messages, at the API`,
        'calls',
        'p50 ms',
        'p95 ms',
        'aim p95',
      ],
      asked.map(([name, took]) => [
        name,
        rounded(took.length),
        rounded(quantile(took, 0.5)),
        rounded(quantile(took, 0.95)),
        rounded(AIM),
      ]),
    )
  })

type Ask = (call: number) => { throwOnError(): PromiseLike<unknown> }

async function questions(
  staff: SupabaseClient,
  member: SupabaseClient,
  database: pg.Client,
): Promise<[string, Ask][]> {
  const { rows } = await database.query<{ id: string }>(
    'select id from public.tickets order by last_message_at desc limit 500',
  )
  const own = await database.query<{ id: string }>(
    `select id from public.tickets where user_id = (select id from auth.users where email like 'member%' order by created_at limit 1) limit 20`,
  )
  const some = (call: number) => rows[call % Math.max(rows.length, 1)]?.id
  const inbox = (filters: object, after: object | null = null) =>
    staff.rpc('ticket_inbox', { filters, after })
  const later = (await inbox({ view: 'all' }).throwOnError()).data?.at(-1)?.cursor ?? null
  const word = (call: number) => WORDS[call % 5]
  const rare = (call: number) => WORDS[WORDS.length - 1 - (call % 40)]
  return [
    ['inbox, by the next promise', () => inbox({})],
    ['inbox, mine', () => inbox({ view: 'mine' })],
    ['inbox, all, second page', () => inbox({ view: 'all' }, later)],
    [
      'filter: topic of done tickets',
      (call) => inbox({ view: 'done', topic: call % 2 ? 'billing' : 'complaint' }),
    ],
    [
      'filter: topic, priority, language',
      () => inbox({ view: 'all', topic: 'technical', priority: 'high', language: 'it' }),
    ],
    ['filter: overdue complaints', () => inbox({ overdue: true, complaint: true })],
    ['search, a common word', (call) => inbox({ view: 'all', search: word(call) })],
    ['search, a rare word', (call) => inbox({ view: 'all', search: rare(call) })],
    [
      'search, two words',
      (call) => inbox({ view: 'all', search: `${WORDS[call % 30]} ${WORDS[100 + (call % 200)]}` }),
    ],
    ['search, no result', () => inbox({ view: 'all', search: 'introuvable zzz' })],
    ['search, a name', (call) => inbox({ view: 'all', search: `Nom${call}` })],
    ['search, word and topic', (call) => inbox({ view: 'done', search: word(call), topic: 'complaint' })],
    ['counts of the views', () => staff.rpc('ticket_counts')],
    ['one ticket', (call) => staff.rpc('ticket_file', { ticket: some(call) })],
    ['member: own tickets', () => member.rpc('my_tickets')],
    [
      'member: one ticket',
      (call) => member.rpc('ticket_file', { ticket: own.rows[call % Math.max(own.rows.length, 1)]?.id }),
    ],
    [
      'canned answers of a ticket',
      (call) => staff.rpc('canned_answers_for', { ticket: some(call), query: 're' }),
    ],
    ['public figures of 30 days', () => staff.rpc('support_figures')],
  ]
}
