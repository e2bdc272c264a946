import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StorageProject, storageProject } from './storage-project.ts'

let project: StorageProject
beforeAll(async () => {
  project = await storageProject('', {
    sql: `insert into storage.buckets (id, name, public, allowed_mime_types) values ('open', 'open', true, null), ('closed', 'closed', false, '{image/*}')`,
  })
  await project.service.storage.from('open').upload('a.txt', 'text')
  await project.service.storage
    .from('closed')
    .upload('a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { contentType: 'image/png' })
})
afterAll(() => project.stop())

const ROUTES = [
  'bucket',
  'bucket/open',
  'bucket/open/empty',
  'object/open/a.txt',
  'object/closed/a.png',
  'object/public/open/a.txt',
  'object/public/closed/a.png',
  'object/authenticated/closed/a.png',
  'object/info/open/a.txt',
  'object/info/public/closed/a.png',
  'object/sign/closed/a.png',
  'object/sign/closed',
  'object/upload/sign/closed/x',
  'object/list/closed',
  'object/list-v2/closed',
  'object/move',
  'object/copy',
  'object/open',
  'render/image/public/open/a.txt',
  'render/image/authenticated/closed/a.png',
  'render/image/sign/closed/a.png',
  'upload/resumable',
  'upload/resumable/sign',
  'upload/resumable/b3Blbi94L2E',
  'cdn/open',
  'status',
  'nothing',
]
const FIELDS = [
  'name',
  'id',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'expiresIn',
  'paths',
  'transform',
  'prefix',
  'limit',
  'offset',
  'search',
  'sortBy',
  'cursor',
  'with_delimiter',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'destinationBucket',
  'metadata',
  'copyMetadata',
  'prefixes',
]

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('open', 'closed', 'a.txt', '../x', '%00', "'; drop", '9'.repeat(400), ''),
)
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom('column', 'order', 'width', 'height', 'format', 'cacheControl', 'path', '__proto__'),
    text,
    { maxKeys: 3 },
  ),
)
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 8 }).map((fields) => JSON.stringify(fields)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"expiresIn":1e308}',
    '{"prefix":"\\u0000"}',
    '{"prefix":"\\ud800"}',
  ),
)
const header = fc.constantFrom<Record<string, string>>(
  {},
  { 'content-type': 'application/json' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'text/plain' },
  { range: 'bytes=5-2' },
  { range: 'bytes=-0' },
  { range: 'bytes=a-b,c' },
  { 'if-modified-since': 'never' },
  { 'x-upsert': 'true' },
  { 'x-metadata': '%%%' },
  {
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': 'bucketName b3Blbg==,objectName eA==',
  },
  { 'tus-resumable': '1.0.0', 'upload-length': '-1' },
  { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  { 'x-signature': 'x' },
  { origin: 'https://elsewhere.example' },
  { accept: 'image/webp' },
)
const query = fc.dictionary(
  fc.constantFrom(
    'token',
    'download',
    'width',
    'height',
    'quality',
    'limit',
    'offset',
    'sortColumn',
    'search',
    'apikey',
  ),
  text,
  { maxKeys: 3 },
)

it('any request from any caller is answered without a server error, and writes nothing', async () => {
  const member = await project.keys.issue({
    role: 'authenticated',
    sub: '0b0b0b0b-0000-4000-8000-000000000001',
    exp: Math.floor(Date.now() / 1000) + 3600,
  })
  const tokens = [project.anonKey, member, 'x', 'a.b.c', '']
  const rows = async () =>
    (
      await project.admin.query(`select 'b' as kind, id, version, updated_at::text, public::text from (select id, null as version, updated_at, public from storage.buckets) as buckets
    union all select 'o', id::text, version, updated_at::text, null from storage.objects order by 1, 2`)
    ).rows
  const before = { files: project.files(), rows: await rows() }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ROUTES),
      fc.option(text, { nil: '' }),
      query,
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      header,
      body,
      fc.constantFrom(...tokens),
      async (route, suffix, parameters, method, headers, sent, token) => {
        const search = new URLSearchParams(
          Object.entries(parameters).map(([name, of]) => [name, of.toWellFormed()]),
        )
        const path =
          suffix && method !== 'OPTIONS' ? `${route}/${encodeURIComponent(suffix.toWellFormed())}` : route
        const answer = await fetch(`${project.url}/storage/v1/${path}?${search}`, {
          method,
          headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
          ...(method !== 'GET' && method !== 'HEAD' && { body: sent as string }),
          signal: AbortSignal.timeout(10_000),
          redirect: 'manual',
        })
        const told = await answer.text()
        expect(
          answer.status,
          `${method} ${path}?${search} ${JSON.stringify(headers)} ${sent}: ${told}`,
        ).toBeLessThan(500)
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 600) },
  )
  await project.settled()
  expect({ files: project.files(), rows: await rows() }).toEqual(before)
}, 120_000)
