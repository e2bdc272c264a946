import { type Attack, PASSWORD, tally } from './target.ts'

/** Functions that only report the caller's own state: their role, who they are in the community, and that a factor is missing. */
const OWN_STATE = /^(my_access|own_member|current_staff_role|staff_\w*state)$/

/** An admin's password without the second factor: every function and table must answer as for a premium member. */
export const staffWithoutFactor: Attack = async ({ send, member, database }) => {
  const { outcome, tried } = tally()
  const [admin, plain] = [await member(), await member()]
  await database.query(`insert into public.staff (user_id, role) values ($1, 'admin')`, [admin.id])
  await database.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [admin.id],
  )
  await database.query(
    `insert into public.premium_grants (user_id, source, ends_at) select id, 'test', now() + interval '1 day' from unnest($1::uuid[]) as id`,
    [[admin.id, plain.id]],
  )
  const signedIn = await send('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: admin.email, password: PASSWORD }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition order by 1`,
  )
  for (const { name } of tables) {
    const rows = async (asked: string) => {
      const answer = await send(`/rest/v1/${name}?select=*&limit=1000`, { token: asked })
      return answer.ok ? ((await answer.json()) as unknown[]).length : 0
    }
    tried(`reads ${name}`, (await rows(token)) > (await rows(plain.token)))
  }
  const { rows: functions } = await database.query<{ name: string; parameters: string[] | null }>(
    `select proname as name, proargnames[1:pronargs] as parameters from pg_proc
      where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
        and prosrc ~ 'staff' and prorettype <> 'trigger'::regtype order by 1`,
  )
  for (const { name, parameters } of functions) {
    const body = JSON.stringify(Object.fromEntries((parameters ?? []).map((parameter) => [parameter, null])))
    const said = async (asked: string) => {
      const answer = await send(`/rest/v1/rpc/${name}`, { method: 'POST', body, token: asked })
      return answer.ok ? answer.text() : ''
    }
    const got = await said(token)
    tried(
      `calls ${name}`,
      !['', 'null', '[]', '""'].includes(got) && got !== (await said(plain.token)) && !OWN_STATE.test(name),
    )
  }
  return outcome
}
