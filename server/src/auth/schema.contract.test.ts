import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from './auth-project.ts'

describe('schema auth', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject()
  })
  afterAll(() => project.stop())

  const rows = async (text: string) => (await project.admin.query(text)).rows
  /** Evaluates an expression as role anon with these settings. */
  const withClaims = async (settings: string, expression: string) => {
    const client = await project.admin.connect()
    try {
      await client.query(`begin; set local role anon; ${settings}`)
      return (await client.query(`select ${expression} as value`)).rows[0].value
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('has every table of GoTrue, owned by supabase_auth_admin, under row-level security without policies', async () => {
    const tables = await rows(
      `select tablename, tableowner, rowsecurity from pg_tables where schemaname = 'auth' order by 1`,
    )
    expect(tables.map(({ tablename }) => tablename)).toEqual([
      'audit_log_entries',
      'custom_oauth_providers',
      'flow_state',
      'identities',
      'instances',
      'mfa_amr_claims',
      'mfa_challenges',
      'mfa_factors',
      'oauth_authorizations',
      'oauth_client_states',
      'oauth_clients',
      'oauth_consents',
      'one_time_tokens',
      'refresh_tokens',
      'saml_providers',
      'saml_relay_states',
      'schema_migrations',
      'sessions',
      'sso_domains',
      'sso_providers',
      'users',
      'webauthn_challenges',
      'webauthn_credentials',
    ])
    for (const table of tables)
      expect(table).toMatchObject({ tableowner: 'supabase_auth_admin', rowsecurity: true })
    expect(await rows(`select * from pg_policies where schemaname = 'auth'`)).toEqual([])
  })

  it('grants the API roles nothing on any table, nor on mails and counters', async () => {
    const rights = await rows(`
      select c.oid::regclass::text as name, r.rolname from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      cross join (values ('anon'), ('authenticated'), ('service_role'), ('authenticator')) as r(rolname)
      where n.nspname in ('auth', '_server') and c.relkind in ('r', 'S')
        and case c.relkind when 'r' then has_table_privilege(r.rolname, c.oid, 'select, insert, update, delete')
          else has_sequence_privilege(r.rolname, c.oid, 'usage') end`)
    expect(rights).toEqual([])
  })

  it.each([
    [`set local "request.jwt.claims" = ''`, 'auth.uid()', null],
    [`set local "request.jwt.claims" = ''`, 'auth.jwt()', null],
    [
      `set local "request.jwt.claims" = '{"sub": "11111111-1111-4111-8111-111111111111"}'`,
      'auth.uid()',
      '11111111-1111-4111-8111-111111111111',
    ],
    [
      `set local "request.jwt.claim.sub" = '22222222-2222-4222-8222-222222222222'`,
      'auth.uid()',
      '22222222-2222-4222-8222-222222222222',
    ],
    [
      `set local "request.jwt.claims" = '{"role": "anon", "email": "a@b.cd"}'`,
      `auth.role() || ' ' || auth.email()`,
      'anon a@b.cd',
    ],
    [
      `set local "request.jwt.claims" = '{"app_metadata": {"plan": "gold"}}'`,
      `auth.jwt() -> 'app_metadata' ->> 'plan'`,
      'gold',
    ],
  ])('after %s, %s is %j for anon', async (settings, expression, value) => {
    expect(await withClaims(settings, expression)).toBe(value)
  })

  it('runs the project’s triggers as supabase_auth_admin, without rights on the project’s tables', async () => {
    const strict = await authProject('', {
      sql: `
        create table public.notes (who text);
        revoke all on public.notes from public;
        create function public.note() returns trigger language plpgsql as $$
        begin insert into public.notes values (current_user); return new; end $$;
        create trigger note after insert on auth.users for each row execute function public.note();`,
    })
    const signUp = () => strict.client().auth.signUp({ email: 'a@b.cd', password: 'correct horse' })
    expect((await signUp()).error?.message).toBe('Database error saving new user')
    await strict.admin.query('alter function public.note() security definer')
    expect((await signUp()).error).toBeNull()
    await strict.stop()
  })
})
