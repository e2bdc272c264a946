import { randomInt, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DESK_ROWS } from '../access/desk-rows.ts'
import { ACTORS, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(DESK_ROWS)
  await vigie.admin.query('delete from member_suspensions')
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(async () => {
  await vigie.admin.query('delete from qualification_requests')
})

type Asked = { client: SupabaseClient; id: string; request: string }
const account = () => `${randomInt(1e8, 1e9)}`

async function asked(changes: Record<string, unknown> = {}, content?: string): Promise<Asked> {
  const member = await vigie.member()
  const proof_path = content === undefined ? undefined : await upload(member, content)
  const { data, error } = await member.client.rpc('request_qualification', {
    broker: 'partner',
    account_number: account(),
    ...(proof_path && { proof_path }),
    ...changes,
  })
  if (error) throw error
  return { ...member, request: data }
}

async function upload({ client, id }: { client: SupabaseClient; id: string }, content: string) {
  const path = `${id}/${randomUUID()}.pdf`
  const { error } = await client.storage
    .from('proofs')
    .upload(path, Buffer.from(`%PDF-1.7\n${content}\n%%EOF`), { contentType: 'application/pdf' })
  if (error) throw error
  return path
}

const place = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 }
const admin = () => vigie.as.admin
const check = (request_id: string, fact: string, agrees: boolean | null, more = {}) =>
  admin().rpc('check_proof_fact', { request_id, fact, agrees, ...more })
const marks = async (request_id: string) =>
  (
    await admin()
      .from('proof_marks')
      .select('what,agrees,words,page,x,y,width,height')
      .eq('request_id', request_id)
      .order('id')
      .throwOnError()
  ).data

describe('the marks on a proof', () => {
  it('[S-116] hold each fact once with its place and its own words, and a finding is taken back', async () => {
    const { request } = await asked()
    await check(request, 'account', true, { place }).throwOnError()
    await check(request, 'deposit', false, { words: '150,00 €' }).throwOnError()
    await check(request, 'account', true, { place: { ...place, x: 0.2, page: 2 } }).throwOnError()
    expect(await marks(request)).toMatchObject([
      { what: 'account', agrees: true, words: null, page: 2, x: 0.2, y: 0.2, width: 0.3, height: 0.05 },
      { what: 'deposit', agrees: false, words: '150,00 €', page: 1, x: null },
    ])
    await check(request, 'account', null).throwOnError()
    expect(await marks(request)).toMatchObject([{ what: 'deposit' }])
  })

  it('[S-116] lie on the page of a document that is named, or on the first', async () => {
    const { request } = await asked()
    await admin().rpc('mask_proof', { request_id: request, place }).throwOnError()
    await admin()
      .rpc('mask_proof', { request_id: request, place: { ...place, page: 50 } })
      .throwOnError()
    await check(request, 'name', true, { place: { ...place, page: 2 } }).throwOnError()
    // Without a page it moves to the first.
    await check(request, 'name', true, { place }).throwOnError()
    expect(await marks(request)).toMatchObject([
      { what: 'mask', page: 1 },
      { what: 'mask', page: 50 },
      { what: 'name', page: 1 },
    ])
    for (const page of [0, -1, 51, 1.5, 'two', '', true, [1], {}]) {
      const wrong = { ...place, page }
      expect((await check(request, 'account', true, { place: wrong })).error?.message, `${page}`).toBe(
        'no_such_place',
      )
      expect(
        (await admin().rpc('mask_proof', { request_id: request, place: wrong })).error?.message,
        `${page}`,
      ).toBe('no_such_place')
    }
    expect(await marks(request)).toHaveLength(3)
  })

  it('are refused outside of the picture, without a place, and of an unknown kind', async () => {
    const { request } = await asked()
    for (const wrong of [
      { ...place, x: 0.9 },
      { ...place, width: 0 },
      { ...place, y: -0.1 },
    ])
      expect((await check(request, 'name', true, { place: wrong })).error?.code).toBe('23514')
    const { x, ...partial } = place
    expect((await check(request, 'name', true, { place: partial })).error?.message).toBe('no_such_place')
    expect((await check(request, 'mask', true, { place })).error?.message).toBe('no_such_fact')
    expect((await admin().rpc('mask_proof', { request_id: request, place: null })).error?.message).toBe(
      'no_such_place',
    )
    expect(await marks(request)).toEqual([])
    expect(x).toBe(0.1)
  })

  it('are looked under with a reason that the trail keeps among staff; the masks stay', async () => {
    const { request, client } = await asked()
    const lift = (reason: string) => admin().rpc('lift_masks', { request_id: request, reason })
    expect((await lift('Vérifier la banque')).error?.message).toBe('nothing_masked')
    await admin().rpc('mask_proof', { request_id: request, place }).throwOnError()
    expect((await lift('  ')).error?.message).toBe('reason_missing')
    await lift('Vérifier la banque').throwOnError()
    const trail = async (who: SupabaseClient) =>
      (await who.from('qualification_events').select('kind,words').eq('request_id', request).order('id')).data
    expect(await trail(admin())).toEqual([
      { kind: 'submitted', words: null },
      { kind: 'unmasked', words: 'Vérifier la banque' },
    ])
    expect(await trail(client)).toEqual([{ kind: 'submitted', words: null }])
    expect(await marks(request)).toHaveLength(1)
  })

  it('go with another proof, and of a file whose time is over only the findings stay', async () => {
    const { request, client, id } = await asked({}, 'first')
    const mark = async () => {
      await admin().rpc('mask_proof', { request_id: request, place }).throwOnError()
      await check(request, 'name', true, { place: { ...place, page: 2 } }).throwOnError()
    }
    await mark()
    await admin()
      .rpc('decide_qualification', {
        request_ids: [request],
        decision: 'needs_information',
        reason: 'La page 2 manque.',
      })
      .throwOnError()
    const proof_path = await upload({ client, id }, 'second')
    await client
      .rpc('answer_qualification', { request_id: request, words: 'Voici.', proof_path })
      .throwOnError()
    expect(await marks(request)).toEqual([])
    await mark()
    await vigie.admin.query('select private.forget_proofs($1, now())', [[proof_path]])
    expect(await marks(request)).toMatchObject([
      { what: 'name', agrees: true, page: 1, x: null, width: null },
    ])
  })

  it('are taken back by who placed the mask, for ten minutes', async () => {
    const { request } = await asked()
    const { data: mask_id } = await admin().rpc('mask_proof', { request_id: request, place }).throwOnError()
    await vigie.admin.query(`update proof_marks set placed_at = now() - interval '11 minutes'`)
    expect((await admin().rpc('remove_mask', { mask_id })).error?.message).toBe('nothing_masked')
    await vigie.admin.query('update proof_marks set placed_at = now()')
    await admin().rpc('remove_mask', { mask_id }).throwOnError()
    expect(await marks(request)).toEqual([])
  })

  it('are put by admins alone, on open requests that are not their own', async () => {
    const { request, client } = await asked()
    const place_ = (who: SupabaseClient, request_id: string) => who.rpc('mask_proof', { request_id, place })
    for (const actor of ACTORS.filter((one) => one !== 'admin')) {
      expect((await place_(vigie.as[actor], request)).error?.code, actor).toBe('42501')
      for (const [name, given] of [
        ['check_proof_fact', { request_id: request, fact: 'name', agrees: true }],
        ['lift_masks', { request_id: request, reason: 'curious' }],
        ['remove_mask', { mask_id: 1 }],
        ['request_duplicates', { request_ids: [request] }],
      ] as const)
        expect((await vigie.as[actor].rpc(name, given)).error?.code, `${actor} ${name}`).toBe('42501')
    }
    expect((await place_(client, request)).error?.code).toBe('42501')
    const { rows: own } = await vigie.admin.query<{ id: string }>(
      `insert into qualification_requests (user_id, broker, account_number) values ($1, 'partner', 'A 1') returning id`,
      [vigie.idOf.admin],
    )
    expect((await place_(admin(), own[0]?.id as string)).error?.message).toBe('nothing_open')
    await client.rpc('withdraw_qualification', { request_id: request }).throwOnError()
    expect((await place_(admin(), request)).error?.message).toBe('nothing_open')
  })
})

describe('what another account already sent', () => {
  const duplicates = async ({ request }: Asked) =>
    (
      await admin()
        .rpc('request_duplicates', { request_ids: [request] })
        .throwOnError()
    ).data

  it('is found by the account however it is spelled, at the same broker only', async () => {
    const first = await asked({ account_number: 'MT5 482-013' })
    const second = await asked({ account_number: 'mt5482013' })
    expect(await duplicates(second)).toMatchObject([
      { kind: 'account', other_request: first.request, other_member: first.id, state: 'pending' },
    ])
    expect(await duplicates(first)).toMatchObject([{ kind: 'account', other_request: second.request }])
    await vigie.admin.query('update qualification_requests set broker = $1 where id = $2', [
      'another',
      first.request,
    ])
    expect(await duplicates(second)).toEqual([])
  })

  it('is found by the bytes of the file, even once the file is gone', async () => {
    const first = await asked({}, 'the same statement')
    const second = await asked({}, 'the same statement')
    const other = await asked({}, 'another statement')
    expect(await duplicates(second)).toMatchObject([{ kind: 'file', other_request: first.request }])
    expect(await duplicates(other)).toEqual([])
    await vigie.admin.query(
      'select private.forget_proofs(array(select proof_path from qualification_requests where id = $1), now())',
      [first.request],
    )
    expect(await duplicates(second)).toMatchObject([{ kind: 'file', other_request: first.request }])
  })

  it('is found by the telephone, of members without a request too', async () => {
    const first = await asked()
    const bystander = await vigie.member()
    const number = `+336${randomInt(1e7, 1e8)}`
    await vigie.admin.query('update profiles set phone = $1 where id = any ($2)', [
      number,
      [first.id, bystander.id],
    ])
    expect(await duplicates(first)).toMatchObject([
      { kind: 'phone', other_member: bystander.id, other_request: null, state: null },
    ])
  })

  it('names the earlier requests of the same member', async () => {
    const first = await asked()
    await first.client.rpc('withdraw_qualification', { request_id: first.request }).throwOnError()
    const { data } = await first.client
      .rpc('request_qualification', { broker: 'partner', account_number: account() })
      .throwOnError()
    expect(await duplicates({ ...first, request: data })).toMatchObject([
      { kind: 'again', other_request: first.request, state: 'withdrawn' },
    ])
    expect(await duplicates(first)).toEqual([])
  })
})
