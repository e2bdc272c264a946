import { randomBytes, randomUUID } from 'node:crypto'
import { type HttpRequest, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StorageProject, storageProject } from '../storage-project.ts'

const owner = randomUUID()
let project: StorageProject
let token: string
beforeAll(async () => {
  project = await storageProject('', {
    sql: `insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
        ('parts', 'parts', 20000000, null), ('pdfs', 'pdfs', 1000, '{application/pdf}');
      create policy own on storage.objects to authenticated using (owner_id = auth.uid()::text) with check (owner_id = auth.uid()::text)`,
  })
  token = await project.keys.issue({
    role: 'authenticated',
    sub: owner,
    exp: Math.floor(Date.now() / 1000) + 3600,
  })
})
afterAll(() => project.stop())

type Wish = {
  bucket?: string
  name: string
  type?: string
  token?: string
  upsert?: boolean
} & Partial<UploadOptions>

/** Uploads with the client recommended in Supabase's documentation; returns null or the error. */
function send(
  body: Buffer,
  { bucket = 'parts', name, type = 'application/octet-stream', upsert, ...options }: Wish,
) {
  let upload: Upload | undefined
  const ended = new Promise<{ status: number; text: string } | null>((resolve, reject) => {
    upload = new Upload(body as never, {
      endpoint: `${project.url}/storage/v1/upload/resumable`,
      chunkSize: 1_000_000,
      retryDelays: null,
      headers: { authorization: `Bearer ${options.token ?? token}`, ...(upsert && { 'x-upsert': 'true' }) },
      metadata: {
        bucketName: bucket,
        objectName: name,
        contentType: type,
        cacheControl: '60',
        metadata: '{"by":"parts"}',
      },
      onSuccess: () => resolve(null),
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null
        if (response) resolve({ status: response.getStatus(), text: response.getBody().trim() })
        else reject(error)
      },
      ...options,
    })
    upload.start()
  })
  return { ended, upload: upload as Upload }
}

it('stores a file in parts in the same place as any other', async () => {
  const bytes = randomBytes(3_500_000)
  expect(await send(bytes, { name: 'whole.bin' }).ended).toBeNull()
  const files = project.service.storage.from('parts')
  expect(
    Buffer.from(await ((await files.download('whole.bin')).data as Blob).arrayBuffer()).equals(bytes),
  ).toBe(true)
  expect((await files.info('whole.bin')).data).toMatchObject({
    size: bytes.length,
    cacheControl: 'max-age=60',
    metadata: { by: 'parts' },
  })
  const { rows } = await project.admin.query(`select owner_id from storage.objects where name = 'whole.bin'`)
  expect(rows).toEqual([{ owner_id: owner }])
  expect(project.files()).toMatchObject({ staging: 0, resumable: 0 })
})

it('continues after an interruption', async () => {
  const bytes = randomBytes(4_000_000)
  let parts = 0
  const first = send(bytes, {
    name: 'cut.bin',
    onChunkComplete: () => {
      parts += 1
      if (parts === 2) void first.upload.abort()
    },
  })
  await expect.poll(() => parts).toBe(2)
  const url = first.upload.url as string
  const offset = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  expect(offset.status).toBe(200)
  expect(Number(offset.headers.get('upload-offset'))).toBeGreaterThanOrEqual(2_000_000)
  let sent = 0
  const rest = send(bytes, {
    name: 'cut.bin',
    uploadUrl: url,
    onAfterResponse: (request: HttpRequest) => {
      if (request.getMethod() === 'PATCH') sent += 1
    },
  })
  expect(await rest.ended).toBeNull()
  expect(sent).toBeLessThanOrEqual(2)
  const { data } = await project.service.storage.from('parts').download('cut.bin')
  expect(Buffer.from(await (data as Blob).arrayBuffer()).equals(bytes)).toBe(true)
})

it('authorises every part, and refuses with the reference’s status and message', async () => {
  const small = randomBytes(10)
  const visitor = project.anonKey
  expect(await send(small, { name: 'x', token: visitor }).ended).toEqual({
    status: 403,
    text: 'new row violates row-level security policy',
  })
  expect(await send(small, { name: 'x', token: 'bad' }).ended).toEqual({
    status: 403,
    text: 'Invalid Compact JWS',
  })
  expect(await send(small, { name: 'x', bucket: 'absent' }).ended).toEqual({
    status: 404,
    text: 'Bucket not found',
  })
  expect(await send(small, { name: '../x' }).ended).toEqual({ status: 400, text: 'Invalid key: ../x' })
  expect(await send(small, { name: 'whole.bin' }).ended).toEqual({
    status: 409,
    text: 'The resource already exists',
  })
  expect(
    (await send(randomBytes(1001), { name: 'x', bucket: 'pdfs', type: 'application/pdf' }).ended)?.status,
  ).toBe(413)
  expect(await send(small, { name: 'x', bucket: 'pdfs' }).ended).toEqual({
    status: 415,
    text: 'mime type application/octet-stream is not supported',
  })
  expect(await send(small, { name: 'x', bucket: 'pdfs', type: 'application/pdf' }).ended).toEqual({
    status: 415,
    text: 'mime type application/octet-stream is not supported',
  })

  const begun = await fetch(`${project.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `bucketName ${btoa('parts')},objectName ${btoa('begun')},owner ${btoa('somebody-else')}`,
    },
  })
  expect(begun.status).toBe(201)
  const location = begun.headers.get('location') as string
  const part = (headers: Record<string, string>) =>
    fetch(location, {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', ...headers },
      body: small,
    })
  expect((await part({ 'upload-offset': '0', authorization: `Bearer ${visitor}` })).status).toBe(403)
  expect((await part({ 'upload-offset': '0' })).status).toBe(403)
  expect((await part({ 'upload-offset': '5', authorization: `Bearer ${token}` })).status).toBe(409)
  expect((await fetch(location)).status).toBe(404)
  const ended = await fetch(location, {
    method: 'DELETE',
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` },
  })
  expect(ended.status).toBe(204)
  await expect.poll(() => project.files()).toMatchObject({ staging: 0, resumable: 0 })
})

it('is announced by OPTIONS, and accepts a signed link', async () => {
  const known = await fetch(`${project.url}/storage/v1/upload/resumable`, { method: 'OPTIONS' })
  expect([known.status, known.headers.get('tus-version'), known.headers.get('tus-extension')]).toEqual([
    204,
    '1.0.0',
    'creation,creation-with-upload,creation-defer-length,termination,expiration',
  ])
  const { data } = await project.service.storage.from('parts').createSignedUploadUrl('by-link.bin')
  const bytes = randomBytes(2_500_000)
  const sent = send(bytes, {
    name: 'by-link.bin',
    endpoint: `${project.url}/storage/v1/upload/resumable/sign`,
    headers: { 'x-signature': data?.token as string },
  })
  expect(await sent.ended).toBeNull()
  const elsewhere = send(bytes, {
    name: 'another.bin',
    endpoint: `${project.url}/storage/v1/upload/resumable/sign`,
    headers: { 'x-signature': data?.token as string },
  })
  expect(await elsewhere.ended).toMatchObject({ status: 400, text: 'Invalid signature' })
})
