import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Product, product } from '../product.ts'

/** Our functions' refusals must be client errors (4xx), never server errors (5xx). */
let vigie: Product
let codes: string[]
beforeAll(async () => {
  vigie = await product()
  // Read the installed function bodies, independent of the files that define them.
  const { rows } = await vigie.admin.query<{ code: string }>(
    `select distinct (regexp_matches(prosrc, '(?:errcode\\s*(?:=|:=|=>)|raise\\s+(?:exception\\s+)?sqlstate)\\s*''?(\\w+)', 'gi'))[1] as code
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'private', 'storage', 'realtime', 'auth', '_server')
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     order by code`,
  )
  codes = rows.map(({ code }) => code)
  await vigie.admin.query(
    `create function public.refuse(code text) returns void language plpgsql as
       $$ begin raise exception 'refused' using errcode = code; end $$;
     notify pgrst, 'reload schema'`,
  )
  await vi.waitFor(async () => expect(await statusOf('PT418')).toBe(418), 10_000)
}, 60_000)
afterAll(() => vigie.stop())

const statusOf = async (code: string) =>
  (await vigie.as.freemium.rpc('refuse' as never, { code } as never)).status

it('every refusal of our SQL, by its code, is answered as the caller’s fault', async () => {
  expect(codes).toEqual(expect.arrayContaining(['22023', '42501', 'PT404', 'PT409', 'PT429']))
  // The default code of a refusal.
  for (const code of ['P0001', ...codes]) {
    const status = await statusOf(code)
    expect([code, status >= 400 && status < 500 ? 'the caller’s' : status]).toEqual([code, 'the caller’s'])
  }
})

it('a missing object is 404, a forbidden state 409, and a limit 429, by the code itself', async () => {
  expect(await Promise.all(['PT404', 'PT409', 'PT429'].map(statusOf))).toEqual([404, 409, 429])
})
