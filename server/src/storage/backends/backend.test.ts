import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { S3Settings } from '../../s3-settings.ts'
import { type StorageProject, storageProject } from '../storage-project.ts'
import { type Backend, BlobMissing } from './backend.ts'
import { fileBackend } from './file-backend.ts'
import { s3Backend } from './s3-backend.ts'

const home = mkdtempSync(join(tmpdir(), 'backend-'))
const s3 = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(home, 's3'),
  configureBuckets: [{ name: 'files', configs: [] }],
})
let settings: S3Settings
const backends: Partial<Record<'directory' | 'S3 service', Backend>> = {}

beforeAll(async () => {
  const { port } = await s3.run()
  settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  backends.directory = fileBackend(join(home, 'files'))
  backends['S3 service'] = s3Backend(settings)
})
afterAll(async () => {
  await s3.close()
  rmSync(home, { recursive: true, force: true })
})

const staged = (bytes: Buffer): string => {
  const path = join(home, randomUUID())
  writeFileSync(path, bytes)
  return path
}
const readAll = async (backend: Backend, version: string, range?: { start: number; end: number }) => {
  const chunks: Buffer[] = []
  for await (const chunk of await backend.read(version, range)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe.each(['directory', 'S3 service'] as const)('a %s as a store', (kind) => {
  const backend = () => backends[kind] as Backend

  it('lists its content, beyond one page too', async () => {
    const versions = Array.from({ length: 5 }, () => randomUUID())
    for (const version of versions) await backend().keep(version, staged(randomBytes(10)), 10)
    const listed: string[] = []
    for await (const version of backend().list()) listed.push(version)
    expect(listed).toEqual(expect.arrayContaining(versions))
    expect(new Set(listed).size).toBe(listed.length)
    expect(await backend().has(versions[0] as string)).toBe(true)
    expect(await backend().has(randomUUID())).toBe(false)
  })

  it('returns what it stores, whole and in part, and removes the staged file', async () => {
    const bytes = randomBytes(2_000_000)
    const version = randomUUID()
    const path = staged(bytes)
    await backend().keep(version, path, bytes.length)
    expect(existsSync(path)).toBe(false)
    expect((await readAll(backend(), version)).equals(bytes)).toBe(true)
    const part = await readAll(backend(), version, { start: 1000, end: 1999 })
    expect(part.equals(bytes.subarray(1000, 2000))).toBe(true)
  })

  it('keeps a copy when the original is removed', async () => {
    const [from, to] = [randomUUID(), randomUUID()]
    await backend().keep(from, staged(Buffer.from('same')), 4)
    await backend().copy(from, to)
    await backend().remove(from)
    await backend().remove(from)
    expect((await readAll(backend(), to)).toString()).toBe('same')
    await expect(backend().read(from)).rejects.toThrow(BlobMissing)
    await expect(backend().copy(from, randomUUID())).rejects.toThrow(BlobMissing)
  })

  it('stores an empty file', async () => {
    const version = randomUUID()
    await backend().keep(version, staged(Buffer.alloc(0)), 0)
    expect((await readAll(backend(), version)).length).toBe(0)
  })

  it('refuses an invalid version', async () => {
    for (const version of ['../../etc/passwd', '..', '', 'a/b', `${randomUUID()}/x`, `${randomUUID()}\0`]) {
      await expect(backend().read(version)).rejects.toThrow(BlobMissing)
      await expect(backend().remove(version)).rejects.toThrow(BlobMissing)
      await expect(backend().keep(version, staged(Buffer.from('x')), 1)).rejects.toThrow(BlobMissing)
    }
  })
})

it('reports the S3 service’s error', async () => {
  const wrong = s3Backend({ ...settings, accessKeyId: 'SOMEBODY' })
  await expect(wrong.keep(randomUUID(), staged(Buffer.from('x')), 1)).rejects.toThrow(/answered 403/)
  const absent = s3Backend({ ...settings, bucket: 'absent' })
  await expect(absent.keep(randomUUID(), staged(Buffer.from('x')), 1)).rejects.toThrow(
    /answered 404 NoSuchBucket/,
  )
})

// The S3 server above accepts any version 4 signature, so it is recomputed here from the received request, following
// Amazon's specification.
it('signs every request over its path, its headers and the hash of its body', async () => {
  const bytes = randomBytes(100_000)
  const seen: { signed: boolean; body: boolean; method: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': hash } = request.headers
    const [, scope, names, signature] =
      /Credential=KEY\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(authorization) ?? []
    const list = (names ?? '').split(';')
    const canonical = [
      request.method,
      request.url,
      '',
      ...list.map((name) => `${name}:${request.headers[name]}`),
      '',
      names,
      hash,
    ].join('\n')
    const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
    const key = (scope ?? '')
      .split('/')
      .reduce<string | Buffer>((from, part) => hmac(from, part), 'AWS4SECRET')
    seen.push({
      signed: hmac(key, text).toString('hex') === signature,
      body: sha256(body) === hash,
      method: request.method,
    })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const backend = s3Backend({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'files',
    region: 'eu-west-3',
    accessKeyId: 'KEY',
    secretAccessKey: 'SECRET',
  })
  await backend.keep(randomUUID(), staged(bytes), bytes.length)
  await backend.copy(randomUUID(), randomUUID())
  await readAll(backend, randomUUID())
  await backend.remove(randomUUID())
  expect(seen).toEqual(
    ['PUT', 'PUT', 'GET', 'DELETE'].map((method) => ({ signed: true, body: true, method })),
  )
  backend.close()
  server.close()
})

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex')
const hmac = (key: string | Buffer, of: string) => createHmac('sha256', key).update(of).digest()

describe('a server with an S3 service', () => {
  let project: StorageProject
  beforeAll(async () => {
    project = await storageProject('', {
      storage: { directory: join(home, 'on-the-way'), s3: settings },
      sql: `insert into storage.buckets (id, name) values ('b', 'b')`,
    })
  })
  afterAll(() => project.stop())

  it('works with the official client in the same way', async () => {
    const files = project.service.storage.from('b')
    const bytes = randomBytes(1_500_000)
    expect((await files.upload('dir/a b', bytes)).error).toBeNull()
    const { data: listed } = await files.list('dir')
    const path = `dir/${listed?.[0]?.name}`
    const back = Buffer.from(await ((await files.download(path)).data as Blob).arrayBuffer())
    expect(sha256(back)).toBe(sha256(bytes))
    await files.upload(path, 'over', { upsert: true })
    await files.copy(path, 'copy')
    expect((await files.remove([path])).data).toHaveLength(1)
    await project.settled()
    expect(await (await files.download('copy')).data?.text()).toBe('over')
    const { data } = await files.createSignedUrl('copy', 60)
    const part = await fetch(data?.signedUrl as string, { headers: { range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 've'])
    expect(project.files()).toEqual({ blobs: 0, staging: 0, resumable: 0 })
  })
})
