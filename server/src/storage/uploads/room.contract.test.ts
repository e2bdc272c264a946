import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type StorageProject, storageProject } from '../storage-project.ts'

/** Daily quotas and free disk space. The test acts as the proxy and controls the clock and the free space. */
const FLOOR = 1_000_000
let free = Number.MAX_SAFE_INTEGER
/** Number of free-space checks. */
let asked = 0
let clock = Date.parse('2026-03-02T10:00:00Z')
let project: StorageProject
beforeAll(async () => {
  project = await storageProject(
    `[storage]
     file_size_limit = "100kB"
     [storage.quotas]
     bytes_a_day = "20kB"
     files_a_day = 5
     open_uploads = 3
     [storage.quotas.anonymous]
     bytes_a_day = "4kB"
     files_a_day = 2
     open_uploads = 1`,
    {
      sql: `insert into storage.buckets (id, name) values ('one', 'one'), ('two', 'two');
        insert into storage.buckets (id, name, allowed_mime_types) values ('pdfs', 'pdfs', '{application/pdf}');
        create policy everybody on storage.objects to authenticated, anon using (true) with check (true)`,
      trustProxy: 1,
      now: () => new Date(clock),
      storage: {
        leastFree: FLOOR,
        freeBytes: async () => {
          asked += 1
          return free
        },
      },
    },
  )
})
afterAll(() => project.stop())
// Each test has its own day.
afterEach(() => {
  clock += 86_400_000
  free = Number.MAX_SAFE_INTEGER
})

const api = () => `${project.url}/storage/v1`
const token = (claims: Record<string, unknown> = {}) =>
  project.keys.issue({
    role: 'authenticated',
    sub: randomUUID(),
    exp: Math.floor(clock / 1000) + 3600,
    ...claims,
  })
type Sent = { status: number; body: Record<string, string>; headers: Headers }
async function bring(
  bearer: string,
  bytes: number,
  { bucket = 'one', type = 'application/x-thing', address = '192.0.2.1', name = randomUUID() as string } = {},
): Promise<Sent> {
  const answer = await fetch(`${api()}/object/${bucket}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type, 'x-forwarded-for': address },
    body: randomBytes(bytes),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}
const tus = { 'tus-resumable': '1.0.0' }
async function begin(bearer: string, length: number | null, bucket = 'one') {
  const metadata = `bucketName ${btoa(bucket)},objectName ${btoa(randomUUID())},contentType ${btoa('application/x-thing')}`
  const answer = await fetch(`${api()}/upload/resumable`, {
    method: 'POST',
    headers: {
      ...tus,
      authorization: `Bearer ${bearer}`,
      'upload-metadata': metadata,
      ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
    },
  })
  return { status: answer.status, text: await answer.text(), url: answer.headers.get('location') ?? '' }
}
const part = (url: string, bearer: string, offset: number, bytes: number) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...tus,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: randomBytes(bytes),
  })
const cancel = (url: string, bearer: string) =>
  fetch(url, { method: 'DELETE', headers: { ...tus, authorization: `Bearer ${bearer}` } })

describe('an account’s daily quota', () => {
  it('limits bytes per bucket until the day ends', async () => {
    const bearer = await token()
    expect((await bring(bearer, 15_000)).status).toBe(200)
    const refused = await bring(bearer, 5001)
    expect(refused).toMatchObject({
      status: 429,
      body: { statusCode: '429', error: 'quota_exceeded', code: 'QuotaExceeded' },
    })
    expect(refused.headers.get('retry-after')).toBe(String(14 * 3600))
    expect((await bring(bearer, 5000)).status).toBe(200)
    expect((await bring(bearer, 1)).status).toBe(429)
    expect((await bring(bearer, 15_000, { bucket: 'two' })).status).toBe(200)
    expect((await bring(await token(), 15_000)).status).toBe(200)
    clock += 86_400_000
    const { sub } = JSON.parse(atob(bearer.split('.')[1] as string))
    expect((await bring(await token({ sub }), 15_000)).status).toBe(200)
  })

  it('limits the number of files, copies included', async () => {
    const bearer = await token()
    for (let n = 0; n < 4; n++) expect((await bring(bearer, 1, { name: `${n}` })).status).toBe(200)
    const copy = (to: string) =>
      fetch(`${api()}/object/copy`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ bucketId: 'one', sourceKey: '0', destinationKey: to }),
      })
    expect((await copy('copied')).status).toBe(200)
    expect((await copy('copied again')).status).toBe(429)
    expect((await bring(bearer, 1)).status).toBe(429)
  })

  it('cannot be exceeded by concurrent uploads', async () => {
    const bearer = await token()
    const sent = await Promise.all(Array.from({ length: 8 }, () => bring(bearer, 6000)))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    const { rows } = await project.admin.query(
      'select bytes::int, files from _server.storage_usage order by day desc limit 1',
    )
    expect(rows).toEqual([{ bytes: 18_000, files: 3 }])
  })

  it('is not used up by refused or interrupted uploads', async () => {
    const bearer = await token()
    for (let n = 0; n < 6; n++) {
      expect((await bring(bearer, 15_000, { bucket: 'pdfs', type: 'application/pdf' })).body.code).toBe(
        'InvalidMimeType',
      )
    }
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => {
        const broken = request(`${api()}/object/one/${randomUUID()}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${bearer}`,
            'content-type': 'application/x-thing',
            'content-length': 15_000,
          },
        })
        broken.on('error', resolve)
        broken.write(randomBytes(5000), () => setTimeout(() => broken.destroy(new Error('gone')), 50))
      })
    }
    await expect.poll(async () => (await bring(bearer, 20_000)).status).toBe(200)
  })

  it('counts an upload of unknown length with the maximum file size', async () => {
    const bearer = await token()
    const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
      const stream = request(
        `${api()}/object/one/streamed`,
        { method: 'POST', headers: { authorization: `Bearer ${bearer}`, 'transfer-encoding': 'chunked' } },
        (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode })
        },
      )
      stream.on('error', reject)
      stream.end('short')
    })
    expect(status).toBe(429)
  })

  it('is smaller for anonymous accounts, and counted by address for callers without an account', async () => {
    const anonymous = await token({ is_anonymous: true })
    expect((await bring(anonymous, 4001)).status).toBe(429)
    expect((await bring(anonymous, 4000)).status).toBe(200)
    expect((await bring(project.anonKey, 2000, { address: '198.51.100.1' })).status).toBe(200)
    expect((await bring(project.anonKey, 2001, { address: '198.51.100.1' })).status).toBe(429)
    expect((await bring(project.anonKey, 4000, { address: '198.51.100.2' })).status).toBe(200)
  })

  it('does not apply to the service key and its upload links', async () => {
    for (let n = 0; n < 7; n++) expect((await bring(project.serviceRoleKey, 20_000)).status).toBe(200)
    const files = project.service.storage.from('one')
    const { data } = await files.createSignedUploadUrl('given', { upsert: true })
    expect(
      (await files.uploadToSignedUrl('given', data?.token as string, new Blob([randomBytes(30_000)]))).error,
    ).toBeNull()
  })

  it('counts uploads through the account’s own links', async () => {
    const bearer = await token({ is_anonymous: true })
    const own = createClient(project.url, project.anonKey, { accessToken: async () => bearer })
    const { data } = await own.storage.from('one').createSignedUploadUrl('lent', { upsert: true })
    const use = async () =>
      (
        await fetch(`${api()}/object/upload/sign/one/lent?token=${data?.token}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/x-thing' },
          body: randomBytes(2000),
        })
      ).status
    expect([await use(), await use(), await use()]).toEqual([200, 200, 429])
  })
})

describe('resumable uploads', () => {
  it('reserve their bytes at the start, and release them when cancelled', async () => {
    const bearer = await token()
    const first = await begin(bearer, 15_000)
    expect(first.status).toBe(201)
    expect(await begin(bearer, 6000)).toMatchObject({
      status: 429,
      text: 'The daily upload quota for this bucket is used up',
    })
    expect((await bring(bearer, 6000)).status).toBe(429)
    expect((await cancel(first.url, bearer)).status).toBe(204)
    await expect.poll(async () => (await bring(bearer, 20_000)).status).toBe(200)
  })

  it('count their stored bytes when they finish', async () => {
    const bearer = await token()
    const { url } = await begin(bearer, 15_000)
    expect((await part(url, bearer, 0, 15_000)).status).toBe(204)
    const left = await project.admin.query('select from _server.open_uploads')
    expect(left.rowCount).toBe(0)
    expect((await bring(bearer, 5001)).status).toBe(429)
    expect((await bring(bearer, 5000)).status).toBe(200)
  })

  it('reserve the maximum file size while their length is unknown', async () => {
    expect((await begin(await token(), null)).status).toBe(429)
  })

  it('are limited in number, even when started concurrently', async () => {
    const bearer = await token()
    const begun = await Promise.all(
      Array.from({ length: 8 }, (_, n) => begin(bearer, 10, n % 2 ? 'one' : 'two')),
    )
    expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
    expect(begun.find(({ status }) => status === 429)?.text).toBe(
      'Too many uploads are open, finish or cancel one of them',
    )
    const open = begun.find(({ status }) => status === 201) as (typeof begun)[number]
    await cancel(open.url, bearer)
    await expect.poll(async () => (await begin(bearer, 10)).status).toBe(201)
    const anonymous = await token({ is_anonymous: true })
    expect([(await begin(anonymous, 10)).status, (await begin(anonymous, 10)).status]).toEqual([201, 429])
  })

  it('release their reservation when they expire', async () => {
    const bearer = await token({ exp: Math.floor(clock / 1000) + 200_000 })
    clock = Date.parse(`${new Date(clock).toISOString().slice(0, 10)}T00:00:00Z`)
    for (let n = 0; n < 3; n++) expect((await begin(bearer, 10)).status).toBe(201)
    expect((await begin(bearer, 10)).status).toBe(429)
    clock += 86_400_000
    expect((await begin(bearer, 10)).status).toBe(201)
    // This upload makes the sweeper run, which expires them.
    await bring(project.serviceRoleKey, 1, { name: 'anything' })
    const left = async () => (await project.admin.query('select bytes::int from _server.open_uploads')).rows
    await expect.poll(left).toEqual([{ bytes: 10 }])
    const { rows } = await project.admin.query(
      `select bytes::int, files from _server.storage_usage where day = '${new Date(clock - 86_400_000).toISOString().slice(0, 10)}'
         and owner = $1`,
      [JSON.parse(atob(bearer.split('.')[1] as string)).sub],
    )
    expect(rows).toEqual([{ bytes: 0, files: 0 }])
  })
})

describe('when the disk is almost full', () => {
  it('an upload that would exceed the reserve is refused with 507, and a smaller one is accepted', async () => {
    const bearer = await token()
    free = FLOOR + 5000
    expect(await bring(bearer, 6000)).toMatchObject({
      status: 507,
      body: { statusCode: '507', error: 'insufficient_storage', code: 'InsufficientStorage' },
    })
    expect((await bring(bearer, 5000)).status).toBe(200)
    expect((await bring(project.serviceRoleKey, 6000)).status).toBe(507)
  })

  it('resumable uploads are refused at the start and at each part', async () => {
    const bearer = await token()
    const { url } = await begin(bearer, 15_000)
    free = FLOOR + 5000
    expect(await begin(bearer, 5001)).toMatchObject({
      status: 507,
      text: 'The server has no space for the file at the moment',
    })
    expect((await part(url, bearer, 0, 6000)).status).toBe(507)
    expect((await part(url, bearer, 0, 5000)).status).toBe(204)
  })

  it('uploads in progress are counted', async () => {
    const bearer = await token()
    free = FLOOR + 9000
    const slow = request(`${api()}/object/one/slow`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/x-thing',
        'content-length': 5000,
      },
    })
    const ended = new Promise<number | undefined>((resolve) =>
      slow.on('response', (answer) => resolve(answer.statusCode)),
    )
    const before = asked
    slow.write(randomBytes(100))
    // Without waiting, a later upload could take the space.
    await expect.poll(() => asked).toBe(before + 1)
    expect((await bring(await token(), 5000)).status).toBe(507)
    expect((await bring(await token(), 4000)).status).toBe(200)
    slow.end(randomBytes(4900))
    expect(await ended).toBe(200)
    expect((await bring(await token(), 5000)).status).toBe(200)
  })
})
