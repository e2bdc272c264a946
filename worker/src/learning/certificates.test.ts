import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { decoded, isSet, type OkpKey, STATUS_BITS, verifiedClaims } from 'trading/learning/certificate'
import { checkCertificate } from 'trading/learning/check-certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Course, teach } from '../../../supabase/tests/access/learning-rows.ts'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createFileStore, type FileStore } from '../file-store.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { drawCertificates } from './draw-certificates.ts'
import { signCertificates } from './sign-certificates.ts'

const SITE = 'https://vigie.example'
let vigie: Product
let store: FileStore
let course: Course
beforeAll(async () => {
  vigie = await product()
  store = createFileStore({ projectUrl: vigie.url, serviceKey: vigie.serviceRoleKey })
  course = await teach(vigie, { forms: ['numeric'] })
})
afterAll(() => vigie.stop())

type Client = Product['as']['freemium']
type Member = { client: Client; id: string }

/** A premium member who has completed the course but for its exam. */
async function reader(): Promise<Member> {
  const member = await vigie.member()
  await vigie.admin.query(
    `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
    [member.id],
  )
  for (const lesson of course.lessons)
    for (const part of ['article', 'slides'])
      await vigie.admin.query('select private.complete($1, $2, $3)', [member.id, lesson, part])
  for (const place of [1, 2]) await sit(member.client, 'quiz', course.path(place), '0.21')
  return member
}

async function sit(client: Client, purpose: string, subject: string, given: string): Promise<void> {
  const { data: attempt } = await client.rpc('start_attempt', { purpose, subject }).throwOnError()
  const { data } = await client.rpc('read_attempt', { attempt }).throwOnError()
  for (const { place } of data.questions)
    await client.rpc('answer_question', { attempt, place, given }).throwOnError()
  await client.rpc('finish_attempt', { attempt }).throwOnError()
}

const request = ({ client }: Member, name = 'Alix Laurent') =>
  client.rpc('request_certificate', { course: course.slug, name })
const context = () => ({ pool: vigie.admin, log: pino({ level: 'silent' }), now: Date.now })
const sign = () => signCertificates(context(), SITE, 'Vigie')
const draw = (into: FileStore = store) => drawCertificates(context(), into, SITE, 'Vigie')
const read = async (code: string) => (await vigie.as.visitor.rpc('certificate', { code }).throwOnError()).data

/** A member with a signed certificate. */
async function graduate() {
  const member = await reader()
  await sit(member.client, 'exam', course.slug, '0.21')
  const { data: code } = await request(member).throwOnError()
  await sign()
  return { ...member, code: code as string }
}

/** Runs while the course is withdrawn. */
async function withoutCourse(run: () => Promise<void>): Promise<void> {
  const { data: item } = await vigie.as.admin
    .from('content_items')
    .select('id')
    .eq('slug', course.slug)
    .single()
    .throwOnError()
  await vigie.as.admin.rpc('withdraw_content', { item: item.id }).throwOnError()
  await run()
  const { rows } = await vigie.admin.query('select version from content_items where id = $1', [item.id])
  await vigie.as.admin
    .rpc('publish_content', { item: item.id, expected_version: rows[0].version })
    .throwOnError()
}

describe('a certificate [S-101]', () => {
  it('is refused with what is missing, lesson by lesson, until all is done; the exam opens last', async () => {
    const member = await vigie.member()
    const { error } = await request(member)
    expect(error).toMatchObject({ message: 'course_incomplete' })
    expect(JSON.parse(error!.details)).toContainEqual({ lesson: `${course.slug}-2`, part: 'quiz' })
    expect(
      (await vigie.as.premium.rpc('start_attempt', { purpose: 'exam', subject: course.slug })).error,
    ).toMatchObject({ message: 'course_incomplete' })
    const ready = await reader()
    expect(JSON.parse((await request(ready)).error!.details)).toEqual([{ lesson: null, part: 'exam' }])
    await sit(ready.client, 'exam', course.slug, '0.5')
    expect((await request(ready)).error).toMatchObject({ message: 'course_incomplete' })
    expect((await request(ready, '<b>')).error).toMatchObject({ message: 'name_invalid', hint: 'name' })
    expect(
      (await ready.client.rpc('request_certificate', { course: 'none', name: 'Alix' })).error,
    ).toMatchObject({ message: 'subject_unknown' })
  })

  it('is one, whatever is clicked twice, with a code of sixty bits', async () => {
    const member = await reader()
    await sit(member.client, 'exam', course.slug, '0.21')
    const codes = await Promise.all([1, 2, 3].map(() => request(member).throwOnError()))
    expect(new Set(codes.map(({ data }) => data)).size).toBe(1)
    expect(codes[0]!.data).toMatch(/^V(-[A-HJ-NP-Z2-9]{4}){3}$/)
  })

  it('[wish §1.5] is checked by a stranger: its signature, its seal in the chain, its answers and its revocation', async () => {
    const { code } = await graduate()
    const kept = await read(code)
    const claims = verifiedClaims(kept.credential, kept.keys as OkpKey[])
    expect(claims).toMatchObject({
      id: `${SITE}/attestation?code=${code}`,
      iss: SITE,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      evidence: [{ id: `${SITE}/preuve?entry=${kept.sealed_as}` }],
      credentialSubject: { identifier: [{ identityHash: 'Alix Laurent' }], result: [{ value: '4/4' }] },
    })
    expect(JSON.stringify(claims)).not.toMatch(/profit|gain/i)
    const { rows } = await vigie.admin.query('select private.commitment($1, $2) as commitment', [
      kept.nonce,
      { code, issued_at: kept.issued_at, results: kept.results },
    ])
    expect(kept.entry.entry.data).toEqual({ commitment: rows[0].commitment })
    expect(isSet(await revocations(kept), kept.status_index)).toBe(false)
    const unzip = async (bytes: Uint8Array) => gunzipSync(bytes)
    expect(await checkCertificate(kept, unzip)).toEqual({
      code: true,
      signature: true,
      chain: true,
      answers: true,
      revocation: true,
    })
    const forged = structuredClone(kept)
    forged.results.sections[0].answers[0] = false
    expect(await checkCertificate(forged, unzip)).toMatchObject({ chain: false, answers: false })
    expect(await checkCertificate({ ...kept, name: 'Somebody Else' }, unzip)).toMatchObject({
      signature: false,
    })
    expect(await checkCertificate({ ...kept, status: null }, unzip)).toMatchObject({ revocation: false })
    const answer = await fetch(`${vigie.url}/functions/v1/certificates?code=${code}`)
    expect(answer.headers.get('content-type')).toBe('application/vc+jwt')
    expect(await answer.text()).toBe(kept.credential)
  })

  it('is no certificate once a letter of it is changed, or signed by another key', async () => {
    const { code } = await graduate()
    const { credential, keys } = await read(code)
    const [head, body, signature] = credential.split('.') as [string, string, string]
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('4/4', '9/4')).toString(
      'base64url',
    )
    expect(verifiedClaims([head, forged, signature].join('.'), keys)).toBeNull()
    expect(
      verifiedClaims([Buffer.from('{"alg":"none"}').toString('base64url'), body, ''].join('.'), keys),
    ).toBeNull()
    expect(
      verifiedClaims(credential, [{ ...keys[0], x: Buffer.alloc(32, 7).toString('base64url') }]),
    ).toBeNull()
    for (const text of ['', '..', 'a.b.c', `${credential}.x`]) expect(verifiedClaims(text, keys)).toBeNull()
    expect(await read('V-AAAA-AAAA-AAAA')).toBeNull()
  })

  it('[wish §1.4] stays valid when its course is gone', async () => {
    const { code } = await graduate()
    const before = await read(code)
    await withoutCourse(sign)
    expect(await read(code)).toMatchObject({
      results: before.results,
      credential: before.credential,
      revoked_at: null,
    })
  })

  it('shows initials when its member hides the name, and neither once the account is gone', async () => {
    const { client, id, code } = await graduate()
    const show = (as: Client, shown: boolean) => as.rpc('show_certificate_name', { code, shown })
    await show(client, false).throwOnError()
    await sign()
    const hidden = await read(code)
    expect(hidden).toMatchObject({ name: null, initials: 'A. L.' })
    expect(JSON.stringify(verifiedClaims(hidden.credential, hidden.keys))).not.toContain('Laurent')
    expect((await show(vigie.as.premium, true)).error).toMatchObject({ message: 'certificate_not_found' })
    await show(client, true).throwOnError()
    await sign()
    const shown = await read(code)
    expect(shown).toMatchObject({ name: 'Alix Laurent' })
    expect(JSON.stringify(verifiedClaims(shown.credential, shown.keys))).toContain('Alix Laurent')
    await expect(
      vigie.admin.query(`update certificates set name = 'Somebody Else' where code = $1`, [code]),
    ).rejects.toThrow('append_only')
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    await sign()
    expect(await read(code)).toMatchObject({
      name: null,
      initials: '',
      revoked_at: null,
      credential: expect.any(String),
    })
  })

  it('gets another name by being issued again, once: the former is revoked without its name, the new one says what it replaces', async () => {
    const { client, code } = await graduate()
    const reissue = (as: Client, of: string, name = 'Alix Moreau') =>
      as.rpc('reissue_certificate', { code: of, name })
    expect((await reissue(vigie.as.premium, code)).error).toMatchObject({ message: 'certificate_not_found' })
    expect((await reissue(vigie.as.visitor, code)).error).not.toBeNull()
    expect((await reissue(client, code, '<b>')).error).toMatchObject({ message: 'name_invalid' })
    expect((await reissue(client, code, ' Alix  Laurent ').throwOnError()).data).toBe(code)
    const { data: fresh } = await reissue(client, code).throwOnError()
    await sign()
    const [former, kept] = [await read(code), await read(fresh)]
    expect(former).toMatchObject({ name: null, initials: 'A. L.', revoked_at: expect.any(String) })
    expect(isSet(await revocations(former), former.status_index)).toBe(true)
    expect(kept).toMatchObject({ name: 'Alix Moreau', initials: 'A. M.', replaces: code, revoked_at: null })
    expect(Object.values(await checkCertificate(kept, async (bytes) => gunzipSync(bytes)))).not.toContain(
      false,
    )
    expect((await reissue(client, fresh, 'Somebody Else')).error).toMatchObject({
      message: 'already_reissued',
    })
    expect((await request({ client, id: '' }, 'Somebody Else').throwOnError()).data).toBe(fresh)
  })

  it('[wish §1.5] has a PDF in the language of its member, who alone may fetch it', async () => {
    const { client, id, code } = await graduate()
    await draw()
    const path = `${id}/${code}.pdf`
    const fetched = async (as: Client) => {
      const { data } = await as.storage.from('certificates').createSignedUrl(path, 60)
      return data ? new Uint8Array(await (await fetch(data.signedUrl)).arrayBuffer()) : null
    }
    const text = async () => (await readPdf((await fetched(client))!)).text
    expect(await text()).toMatch(/Attestationderéussite.*AlixLaurent.*2sur2/)
    expect((await readPdf((await fetched(client))!)).links).toEqual([`${SITE}/attestation?code=${code}`])
    for (const other of ['visitor', 'freemium', 'premium', 'analyst', 'admin'] as const)
      expect(await fetched(vigie.as[other])).toBeNull()
    const file = new Blob(['%PDF'], { type: 'application/pdf' })
    const { storage } = client
    expect((await storage.from('certificates').upload(`${id}/mine.pdf`, file)).error).not.toBeNull()
    expect((await storage.from('certificates').update(path, file)).error).not.toBeNull()
    expect((await storage.from('certificates').remove([path])).data ?? []).toEqual([])

    await vigie.admin.query(`update profiles set locale = 'it' where id = $1`, [id])
    await draw()
    expect(await text()).toMatch(/Attestatodiprofitto/)

    // What is hidden while the worker draws does not stay in the file.
    await client.rpc('show_certificate_name', { code, shown: false }).throwOnError()
    expect(await fetched(client)).toBeNull()
    await draw({
      ...store,
      async write(...file) {
        await client.rpc('show_certificate_name', { code, shown: true }).throwOnError()
        await store.write(...file)
      },
    })
    expect(await fetched(client)).toBeNull()
    await draw()
    expect(await text()).toContain('AlixLaurent')

    await vigie.as.admin.rpc('revoke_certificate', { code, reason: 'Sat by somebody else' }).throwOnError()
    expect(await fetched(client)).toBeNull()
    await draw()
    expect(await fetched(client)).toBeNull()
  })

  it('[wish §1.4] is drawn when its course is gone, and its PDF goes with the account', async () => {
    const { client, id, code } = await graduate()
    await vigie.admin.query('delete from private.certificate_files')
    await withoutCourse(draw)
    const file = () => store.read('certificates', `${id}/${code}.pdf`)
    expect((await readPdf((await file())!)).text).toContain('AlixLaurent')
    expect((await client.storage.from('certificates').download(`${id}/${code}.pdf`)).error).toBeNull()
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    expect(await file()).toBeNull()
    await draw()
    expect(await file()).toBeNull()
  })

  it('is revoked by an admin alone, for good: the list says so, and the page gives the date without the seal or the reason', async () => {
    const { client, code } = await graduate()
    const revoke = (as: Client) => as.rpc('revoke_certificate', { code, reason: 'Sat by somebody else' })
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst'] as const)
      expect((await revoke(vigie.as[actor])).error).not.toBeNull()
    await revoke(vigie.as.admin).throwOnError()
    await sign()
    const kept = await read(code)
    expect(kept).toMatchObject({ revoked_at: expect.any(String), nonce: null, entry: null })
    expect(kept.results.sections).toBeUndefined()
    expect(JSON.stringify(kept)).not.toContain('somebody')
    expect(isSet(await revocations(kept), kept.status_index)).toBe(true)
    expect(
      (await client.from('certificates').select('revoked_for').eq('code', code).single().throwOnError()).data,
    ).toEqual({ revoked_for: 'Sat by somebody else' })
    await expect(
      vigie.admin.query('update certificates set revoked_at = null, revoked_for = null where code = $1', [
        code,
      ]),
    ).rejects.toThrow('append_only')
    await expect(
      vigie.admin.query(`update certificates set results = '{}' where code = $1`, [code]),
    ).rejects.toThrow('append_only')
  })
})

async function revocations({ status, keys }: { status: string; keys: OkpKey[] }): Promise<Uint8Array> {
  const claims = verifiedClaims(status, keys) as { credentialSubject: { encodedList: string } }
  const bits = gunzipSync(decoded(claims.credentialSubject.encodedList.slice(1))!)
  expect(bits.length * 8).toBe(STATUS_BITS)
  return bits
}
