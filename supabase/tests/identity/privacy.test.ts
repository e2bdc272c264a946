import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product, publish } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const one = async <Row>(statement: string, values: unknown[] = []): Promise<Row> =>
  (await vigie.admin.query(statement, values)).rows[0] as Row

type Marks = { email: string; phone: string; first: string; last: string; username: string; word: string }
type Somebody = Awaited<ReturnType<Product['member']>> & Marks

/** A member whose personal data are words that occur nowhere else, with rows in every table that can refer to a member. */
async function somebody(): Promise<Somebody> {
  const tag = randomUUID().replaceAll('-', '')
  const marks: Marks = {
    email: `e${tag}@example.com`,
    phone: `+336${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    first: `Prénom${tag}`,
    last: `Nom${tag}`,
    username: `u${tag.slice(0, 20)}`,
    word: `note${tag}`,
  }
  const client = createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signUp({
    email: marks.email,
    password: 'a long test password',
    options: {
      data: {
        first_name: marks.first,
        last_name: marks.last,
        username: marks.username,
        locale: 'it',
        newsletter: true,
        disclaimer_version: '1',
      },
    },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  const { id } = data.user
  await client.from('profiles').update({ phone: marks.phone }).eq('id', id).throwOnError()
  await client.from('trading_settings').insert({ capital_minor: 100_000 }).throwOnError()
  const { id: signal_id } = await publish(vigie, { tier: 'freemium' })
  await client
    .from('signal_trades')
    .insert({ signal_id, status: 'followed', note: marks.word })
    .throwOnError()
  await client
    .from('signal_trades')
    .update({ note: `${marks.word}2` })
    .eq('signal_id', signal_id)
    .throwOnError()
  await client.from('signal_alerts').insert({ signal_id, kind: 'events' }).throwOnError()
  await client.rpc('begin_visit').throwOnError()
  const image = await client.storage
    .from('proofs')
    .upload(`${id}/${marks.word}.pdf`, new Blob(['%PDF-1.4 proof'], { type: 'application/pdf' }))
  if (image.error) throw image.error
  await vigie.admin.query(
    `insert into admin_notifications (type, user_email, first_name, last_name) values ('inscription', $1, $2, $3)`,
    [marks.email, marks.first, marks.last],
  )
  await vigie.admin.query(`select private.queue_mail($1, 'new_device', $2)`, [id, { UserAgent: marks.word }])
  await vigie.admin.query(
    `insert into _server.mail_outbox (to_address, template, data) values ('staff@example.com', 'admin_notices', $1)`,
    [{ Names: [`${marks.first} <${marks.email}>`] }],
  )
  return { ...marks, client, id }
}

/** The result of private.my_data(), called as the member, as the worker does. */
async function dataOf(id: string): Promise<{ tables: Record<string, object[]>; left_out: object[] }> {
  const client = await vigie.admin.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ role: 'authenticated', sub: id })],
    )
    return (await client.query('select private.my_data() as data')).rows[0].data
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Every text and jsonb column of the database that contains one of these words. */
async function whereabouts(words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await vigie.admin.query<{ subject: string; name: string }>(`
    select format('%I.%I', nspname, relname) as subject, quote_ident(attname) as name
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and attnum > 0 and not attisdropped and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and (format_type(atttypid, atttypmod) ~ '^(text|character|json|name|citext|uuid|inet)' )`)
  expect(columns.length).toBeGreaterThan(300)
  const found: string[] = []
  for (const { subject, name } of columns) {
    const { rowCount } = await vigie.admin.query(
      `select from ${subject} where exists (select from unnest($1::text[]) as word where strpos(lower(${name}::text), lower(word)) > 0) limit 1`,
      [words],
    )
    if (rowCount) found.push(`${subject}.${name}`)
  }
  return found.sort()
}

const age = (member: { id: string }, minutes: number) =>
  vigie.admin.query(
    `with old as (update auth.sessions set created_at = now() - make_interval(mins => $2) where user_id = $1 returning id)
     update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => $2) where session_id in (select id from old)`,
    [member.id, minutes],
  )

describe('the list of personal data', () => {
  it('names every table that points at a person', async () => {
    const { rows } = await vigie.admin.query<{ subject: string; names: string[] }>(`
      select format('%I.%I', nspname, relname) as subject, array_agg(attname::text order by attname) as names
      from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'private', 'auth', '_server', 'storage', 'realtime') and relkind in ('r', 'p') and not relispartition
        and attnum > 0 and not attisdropped and (
          attname ~ '(^|_)(user_id|member|member_id|author|author_id|owner|owner_id|actor|actor_id|assignee|phone|first_name|last_name|username|email|to_address)$'
          or attname ~ '_by$'
          or exists (
            select from pg_constraint where contype = 'f' and conrelid = attrelid and attnum = any (conkey)
              and confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
          )
        )
      group by 1 order by 1`)
    expect(rows.length).toBeGreaterThan(25)
    const { rows: listed } = await vigie.admin.query<{ subject: string }>(
      'select subject from private.personal_data',
    )
    // The seller is the operator, whom the legal pages name publicly.
    const known = new Set([...listed.map(({ subject }) => subject), 'private.seller'])
    expect(rows.filter(({ subject }) => !known.has(subject))).toEqual([])
  })

  it('says "goes" only of what a reference takes along', async () => {
    const { rows } = await vigie.admin.query<{ subject: string }>(`
      with recursive taken as (
        select 'auth.users'::regclass::oid as id
        union
        select conrelid from pg_constraint join taken on confrelid = taken.id where contype = 'f' and confdeltype = 'c'
      )
      select subject from private.personal_data
      -- Files go by the trigger forget_files.
      where fate = 'goes' and subject <> 'storage.objects' and subject::regclass::oid not in (select id from taken)`)
    expect(rows).toEqual([])
  })

  it('lets nobody write into a table that is emptied with a member, once that member is gone', async () => {
    const { rows } = await vigie.admin.query<{ subject: string; kept: boolean }>(`
      select subject, exists (select from pg_trigger where tgrelid = subject::regclass and tgname = 'skip_gone_member') as kept
      from private.personal_data join pg_attribute on attrelid = subject::regclass and attname = 'member'
      where fate = 'deleted' and condition like '%community_members%'`)
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ kept }) => !kept)).toEqual([])
  })
})

describe('a copy of one’s data', () => {
  it('holds something of every table, and nothing of another member', async () => {
    const [mine, theirs] = [await somebody(), await somebody()]
    const data = await dataOf(mine.id)
    const text = JSON.stringify(data)
    for (const word of [mine.email, mine.phone, mine.first, mine.last, mine.username, mine.word])
      expect(text).toContain(word)
    for (const word of [
      theirs.id,
      theirs.email,
      theirs.phone,
      theirs.first,
      theirs.last,
      theirs.username,
      theirs.word,
    ])
      expect(text).not.toContain(word)
    const filled = Object.entries(data.tables).filter(([, rows]) => rows.length > 0)
    expect(filled.map(([table]) => table)).toEqual(
      expect.arrayContaining([
        'public.profiles',
        'public.trading_settings',
        'public.signal_trades',
        'public.signal_trade_revisions',
        'public.signal_alerts',
        'public.visits',
        'public.admin_notifications',
        'public.consents',
        'private.known_devices',
        'auth.users',
        'auth.identities',
        'auth.sessions',
        'auth.audit_log_entries',
        'storage.objects',
        '_server.mail_outbox',
      ]),
    )
    const { tables } = await one<{ tables: number }>(
      'select count(*)::int as tables from private.personal_data where exported',
    )
    expect(Object.keys(data.tables)).toHaveLength(tables)
  })

  it('carries no secret: nothing in it opens the account', async () => {
    const member = await somebody()
    const secrets = await one<{ password: string }>(
      'select encrypted_password as password from auth.users where id = $1',
      [member.id],
    )
    const text = JSON.stringify(await dataOf(member.id))
    expect(text).not.toContain(secrets.password)
    expect(text).not.toMatch(/"(encrypted_password|[a-z_]*token|secret|auth|p256dh)"/)
  })

  it.each(ACTORS)('%s asks for one only when signed in', async (actor) => {
    const { refused } = await attempt(vigie, actor, 'select public.request_data_export()')
    // The tokens of these actors have no session id, so no session counts as recently proved.
    expect(refused).toBe('42501')
    const read = await attempt(vigie, actor, 'select from public.data_exports')
    expect(read.refused).toBe(['visitor', 'service_role'].includes(actor) ? '42501' : null)
    const written = await attempt(
      vigie,
      actor,
      'insert into public.data_exports (user_id) values (gen_random_uuid())',
    )
    expect(written.refused).toBe('42501')
  })

  it('is refused to a session older than ten minutes, and three times a day is enough', async () => {
    const member = await vigie.member()
    const ask = () => member.client.rpc('request_data_export')
    await age(member, 11)
    expect((await ask()).error?.message).toBe('proof_needed')
    await age(member, 9)
    const first = await ask()
    expect(first.error).toBeNull()
    // The pending request counts.
    expect((await ask()).data).toBe(first.data)
    const finish = (state: 'ready' | 'failed') =>
      vigie.admin.query(
        state === 'failed'
          ? `update data_exports set state = 'failed', finished_at = now() where user_id = $1 and state = 'waiting'`
          : `update data_exports set state = 'ready', finished_at = now(), expires_at = now(), parts = 1, bytes = 1 where user_id = $1 and state = 'waiting'`,
        [member.id],
      )
    // A failed request does not count.
    await finish('failed')
    for (const _ of ['first', 'second', 'third']) {
      expect((await ask()).error).toBeNull()
      await finish('ready')
    }
    expect((await ask()).error?.message).toBe('allowance_used_up')
  })

  it('asks who has a second factor for that one', async () => {
    const member = await vigie.member()
    await vigie.admin.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', 'app', now(), now())`,
      [member.id],
    )
    expect((await member.client.rpc('recently_proved')).data).toBe(false)
    await vigie.admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [member.id])
    expect((await member.client.rpc('recently_proved')).data).toBe(true)
  })

  it('is proved again by the code of an application, in the same session', async () => {
    const { client, id } = await vigie.member()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
    if (error) throw error
    const answer = async () => {
      await vigie.admin.query('delete from _server.spent_totp_steps')
      const code = new TOTP({ secret: data.totp.secret }).generate()
      return (await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error
    }
    const proved = async () => (await client.rpc('recently_proved').throwOnError()).data
    expect(await answer()).toBeNull()
    expect(await proved()).toBe(true)
    await age({ id }, 11)
    expect(await proved()).toBe(false)
    expect(await answer()).toBeNull()
    expect(await proved()).toBe(true)
  })
})

describe('consents', () => {
  it('are written down by what gives and withdraws them, with version, language and place', async () => {
    const { client, id } = await somebody()
    await vigie.admin.query('update profiles set newsletter = false where id = $1', [id])
    const { data } = await client
      .from('consents')
      .select('kind,granted,version,locale,source')
      .order('id')
      .throwOnError()
    expect(data).toEqual([
      { kind: 'risk_warning', granted: true, version: '1', locale: 'it', source: 'signup' },
      { kind: 'newsletter', granted: true, version: '1', locale: 'it', source: 'signup' },
      { kind: 'newsletter', granted: false, version: '1', locale: 'it', source: 'unsubscribe' },
    ])
  })

  it('are one’s own to read, and nobody’s to change', async () => {
    const member = await somebody()
    const other = await vigie.member()
    expect((await other.client.from('consents').select('id').eq('user_id', member.id)).data).toEqual([])
    for (const actor of ACTORS) {
      for (const change of [
        'delete from public.consents',
        'update public.consents set granted = false',
        `insert into public.consents (user_id, kind, granted, version, locale, source) values (gen_random_uuid(), 'newsletter', true, '1', 'fr', 'signup')`,
      ])
        expect((await attempt(vigie, actor, change)).refused, `${actor}: ${change}`).toBe('42501')
    }
    for (const change of ['delete from consents', 'update consents set granted = false', 'truncate consents'])
      await expect(vigie.admin.query(change)).rejects.toThrow('append_only')
  })
})

describe('an account that is to be erased', () => {
  const request = (member: { client: Somebody['client'] }) => member.client.rpc('request_account_deletion')
  const openOf = (id: string) =>
    one<{ id: string; due_at: Date } | undefined>(
      'select id, due_at from account_deletions where user_id = $1 and cancelled_at is null and erased_at is null',
      [id],
    )

  it.each(ACTORS)('%s asks for nothing without having proved who they are', async (actor) => {
    expect((await attempt(vigie, actor, 'select public.request_account_deletion()')).refused).toBe('42501')
    for (const own of [
      `private.erase_account(1, now())`,
      `private.due_deletions(now())`,
      `private.trim_erased(now())`,
    ])
      expect((await attempt(vigie, actor, `select ${own}`)).refused, own).toBe('42501')
    const written = await attempt(vigie, actor, 'update public.account_deletions set cancelled_at = now()')
    expect(written.refused).toBe('42501')
  })

  it('ends every session, is announced by mail, waits fourteen days and can be kept', async () => {
    const member = await somebody()
    await age(member, 11)
    expect((await request(member)).error?.message).toBe('proof_needed')
    await age(member, 1)
    const { data: due, error } = await request(member)
    expect(error).toBeNull()
    expect((Date.parse(due as string) - Date.now()) / 86_400_000).toBeCloseTo(14, 2)
    expect((await member.client.auth.refreshSession()).error).not.toBeNull()
    await member.client.auth.signInWithPassword({ email: member.email, password: 'a long test password' })
    const { data: shown } = await member.client
      .from('account_deletions')
      .select('due_at')
      .is('cancelled_at', null)
      .throwOnError()
    expect(shown).toHaveLength(1)
    const open = await openOf(member.id)
    const tooEarly = await one<{ erased: boolean }>(
      `select private.erase_account($1, now() + interval '13 days') as erased`,
      [open?.id],
    )
    expect(tooEarly.erased).toBe(false)
    expect((await member.client.rpc('cancel_account_deletion')).data).toBe(true)
    expect((await member.client.rpc('cancel_account_deletion')).data).toBe(false)
    const late = await one<{ erased: boolean }>(
      `select private.erase_account($1, now() + interval '15 days') as erased`,
      [open?.id],
    )
    expect(late.erased).toBe(false)
    const { rows } = await vigie.admin.query(
      `select template from _server.mail_outbox where to_address = $1 and template like 'deletion%' order by id`,
      [member.email],
    )
    expect(rows.map(({ template }) => template)).toEqual(['deletion_requested', 'deletion_cancelled'])
  })

  it('leaves no personal datum in any column, and the record as it was', async () => {
    const member = await somebody()
    const words = [member.email, member.phone, member.first, member.last, member.username, member.word]
    const before = await whereabouts(words)
    expect(before.length).toBeGreaterThan(12)
    await request(member)
    const open = await openOf(member.id)
    const proof = 'select verify_record() as record, verify_ledger() as ledger'
    const record = await one(proof)
    const moment = new Date(Date.now() + 15 * 86_400_000).toISOString()
    const { erased } = await one<{ erased: boolean }>('select private.erase_account($1, $2) as erased', [
      open?.id,
      moment,
    ])
    expect(erased).toBe(true)
    // The last mail is still queued; it is removed after it has been sent.
    const last = await one<{ to_address: string; template: string; data: { Data: object } }>(
      'select to_address, template, data from _server.mail_outbox where to_address = $1',
      [member.email],
    )
    expect(last).toMatchObject({
      template: 'account_erased',
      data: { Data: { locale: 'it', first_name: member.first } },
    })
    await vigie.admin.query('update _server.mail_outbox set sent_at = now() where to_address = $1', [
      member.email,
    ])
    await vigie.admin.query('select private.trim_erased(now())')
    expect(await whereabouts(words)).toEqual([])
    // Only the member's id remains, in the columns that the list names.
    expect(await whereabouts([member.id])).toEqual([
      'public.account_deletions.user_id',
      'public.consents.user_id',
    ])
    expect(await one(proof)).toEqual(record)
    expect(
      (await member.client.auth.signInWithPassword({ email: member.email, password: 'a long test password' }))
        .error?.code,
    ).toBe('invalid_credentials')
    // A second run has nothing to do.
    expect(await one('select private.erase_account($1, $2) as erased', [open?.id, moment])).toEqual({
      erased: false,
    })
  })

  it('is forgotten as thoroughly when an admin deletes it', async () => {
    const member = await somebody()
    const { error } = await vigie.as.service_role.auth.admin.deleteUser(member.id)
    expect(error).toBeNull()
    expect(
      await whereabouts([
        member.email,
        member.phone,
        member.first,
        member.last,
        member.username,
        member.word,
      ]),
    ).toEqual([])
  })

  it('is not that of staff, who answer for what they published', async () => {
    const { error } = await vigie.as.analyst.rpc('request_account_deletion')
    expect(error?.message).toBe('staff_first')
  })

  it('keeps the proofs for five years, and no longer', async () => {
    const member = await somebody()
    await request(member)
    const open = await openOf(member.id)
    await vigie.admin.query(`select private.erase_account($1, now() + interval '15 days')`, [open?.id])
    const left = async () =>
      (
        await one<{ left: number }>(
          'select (select count(*) from consents where user_id = $1)::int + (select count(*) from account_deletions where user_id = $1)::int as left',
          [member.id],
        )
      ).left
    await vigie.admin.query(`select private.trim_erased(now() + interval '20 years')`)
    expect(await left()).toBe(3)
    await vigie.admin.query(
      `update account_deletions set requested_at = now() - interval '6 years', due_at = now() - interval '6 years', erased_at = now() - interval '5 years 1 day' where user_id = $1`,
      [member.id],
    )
    await vigie.admin.query('select private.trim_erased(now())')
    expect(await left()).toBe(0)
  })
})
