import type { SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { signUpAdmin, withServer } from '../bench-server.ts'
import type { Credentials } from '../process.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'

/** The admins' list of 200 000 members over the API, and one decision on 500 requests. */
const MEMBERS = sized(200_000, 500)
const REQUESTS = sized(500, 20)
const CALLS = sized(60, 2)
const BULKS = sized(5, 1)

/** Queries of the list; `{n}` varies the row in each call. */
const QUESTIONS: readonly (readonly [name: string, ask: (n: number) => Record<string, unknown>])[] = [
  ['first page', () => ({})],
  ['a page far down', (n) => ({ before_at: new Date(Date.now() - n * 60_000 * 1000).toISOString() })],
  ['search: a name that thousands have', (n) => ({ query: LAST[n % LAST.length] })],
  [
    'search: first and last name',
    (n) => ({ query: `${FIRST[n % FIRST.length]} ${LAST[(n * 7) % LAST.length]}` }),
  ],
  ['search: an address', (n) => ({ query: `bench${n * 3001}@` })],
  ['search: four digits of a telephone', (n) => ({ query: String(6000 + n * 37).slice(-4) })],
  ['search: two letters', (n) => ({ query: 'zq,xw,lé,ma'.split(',')[n % 4] })],
  ['search: nobody', (n) => ({ query: `introuvable${n}` })],
  ['filter: premium', () => ({ of_tier: 'premium' })],
  ['filter: freemium', () => ({ of_tier: 'freemium' })],
  ['filter: suspended', () => ({ of_state: 'suspended' })],
  ['filter: admins', () => ({ of_role: 'admin' })],
  ['search and filter', (n) => ({ query: LAST[n % LAST.length], of_tier: 'premium' })],
]
const FIRST = ['Alix', 'Maëlys', 'Hugo', 'Inès', 'Tomás', 'Giulia', 'Yanis', 'Claire', 'Oliver', 'Léa']
const LAST = [
  'Laurent',
  'Le Gall',
  'Ferrand',
  'Moreau',
  'Ibáñez',
  'Rossi',
  'Benali',
  'Dubois',
  'Grant',
  'Petit',
]

export const measure = (): Promise<string> =>
  withServer(async ({ credentials, database }) => {
    const admin = await prepare(credentials, database)
    return `${await lists(admin)}\n\n${await dashboard(admin)}\n\n${await bulks(admin, database)}`
  })

/** Creates 200 000 members through the usual triggers, a twentieth of them premium, and an admin's client. */
async function prepare(credentials: Credentials, database: pg.Client): Promise<SupabaseClient> {
  const client = await signUpAdmin(credentials, database)
  await database.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     select gen_random_uuid(), 'bench' || n || '@example' || n % 7 || '.com', now(), jsonb_build_object(
       'first_name', ($1::text[])[n % 10 + 1], 'last_name', ($2::text[])[n / 10 % 10 + 1], 'phone', '+336' || lpad((n * 37 % 100000000)::text, 8, '0'))
     from generate_series(1, $3::int) as n`,
    [FIRST, LAST, MEMBERS],
  )
  await database.query(`
    update public.profiles set phone = leads.phone from public.leads where leads.user_id = profiles.id and leads.phone is not null;
    update public.members set created_at = now() - make_interval(mins => n::int) from (
      select user_id, row_number() over () as n from public.members) as numbered where numbered.user_id = members.user_id;
    insert into public.premium_grants (user_id, source, ends_at) select user_id, 'bench', now() + interval '1 year' from public.members where email ~ '[05]0@';
    insert into public.member_suspensions (user_id, reason) select user_id, 'bench' from public.members where email ~ '000@'`)
  await database.query('vacuum analyze public.members; ')
  await database.query('analyze')
  return client
}

async function lists(admin: SupabaseClient): Promise<string> {
  const rows: string[][] = []
  for (const [name, ask] of QUESTIONS) {
    const took: number[] = []
    let found = 0
    for (let call = 0; call < CALLS; call++) {
      const startedAt = performance.now()
      const { data, error } = await admin.rpc('list_members', ask(call))
      took.push(performance.now() - startedAt)
      if (error) throw error
      found += data.length
    }
    const figures = [quantile(took, 0.5), quantile(took, 0.95), Math.max(...took)]
    rows.push([name, rounded(found / CALLS, 1), ...figures.map((ms) => rounded(ms, 1))])
  }
  return table(
    [
      `list of ${rounded(MEMBERS)} members at the API, ${CALLS} calls each`,
      'rows found',
      'p50 ms',
      'p95 ms',
      'worst ms',
    ],
    rows,
  )
}

/** All figures of the dashboard in one call; accounts were created over 139 days. */
async function dashboard(admin: SupabaseClient): Promise<string> {
  const took: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const startedAt = performance.now()
    const { error } = await admin.rpc('office_figures', { days: 90 })
    took.push(performance.now() - startedAt)
    if (error) throw error
  }
  const [middle, slow] = [quantile(took, 0.5), quantile(took, 0.95)].map((ms) => rounded(ms, 1))
  return `The dashboard of the last 90 days, \`office_figures(90)\`: median ${middle} ms, p95 ${slow} ms (aim: 100).`
}

/** Each bulk decision is about its own requests. */
async function bulks(admin: SupabaseClient, database: pg.Client): Promise<string> {
  await database.query(
    `insert into public.webhook_endpoints (name, url) values ('Make', 'https://hook.example/')`,
  )
  const took: number[] = []
  for (let bulk = 0; bulk < BULKS; bulk++) {
    const { rows } = await database.query<{ id: string }>(
      `insert into public.qualification_requests (user_id, broker, account_number)
       select user_id, 'partner', 'B ' || left(user_id::text, 8) from public.members
       where staff_role is null and premium_until is null and not exists (
         select from public.qualification_requests as request where request.user_id = members.user_id)
       limit $1 returning id`,
      [REQUESTS],
    )
    const startedAt = performance.now()
    const { data, error } = await admin.rpc('decide_qualification', {
      request_ids: rows.map(({ id }) => id),
      decision: 'approved',
    })
    took.push(performance.now() - startedAt)
    if (error) throw error
    if (data.decided !== REQUESTS) throw new Error(`${data.decided} of ${REQUESTS} requests were decided`)
  }
  return table(
    [
      `approval of ${REQUESTS} requests at once, with access, lead, delivery, mail and audit`,
      'median ms',
      'worst ms',
    ],
    [[`${BULKS} times`, rounded(quantile(took, 0.5)), rounded(Math.max(...took))]],
  )
}
