import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StorageProject, storageProject } from './storage-project.ts'

const owner = randomUUID()
let project: StorageProject
beforeAll(async () => {
  project = await storageProject('', {
    sql: `
      insert into storage.buckets (id, name, public, file_size_limit) values ('asked', 'asked', false, null),
        ('private', 'private', false, null), ('open', 'open', true, null), ('small', 'small', true, 1000);
      create policy own on storage.objects to authenticated
        using (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text)
        with check (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text);
      create policy told on storage.objects for insert to authenticated with check (bucket_id = 'asked'
        and storage.allow_only_operation('object.upload') and current_setting('request.method') = 'POST'
        and current_setting('request.path') = '/storage/v1/object/asked/' || name and owner_id = auth.uid()::text
        and storage.extension(name) = 'gz' and storage.filename(name) = 'c.tar.gz'
        and current_setting('request.headers')::json ->> 'x-client-info' like '%supabase-js%')`,
  })
})
afterAll(() => project.stop())

const told = (error: unknown) => {
  const { message, status, statusCode } = error as { message: string; status: number; statusCode: string }
  return { message, status, statusCode }
}

describe('an upload', () => {
  it('[S-82] can be downloaded byte for byte, sent raw or as a form', async () => {
    const files = project.service.storage.from('private')
    const bytes = randomBytes(300_000)
    const bodies = {
      raw: bytes,
      blob: new Blob([bytes]),
      form: Object.assign(new FormData(), {}) as FormData,
      stream: new Blob([bytes]).stream(),
    }
    bodies.form.append('', new Blob([bytes]), 'named.bin')
    for (const [kind, body] of Object.entries(bodies)) {
      const { data, error } = await files.upload(`forms/${kind}.bin`, body as Blob, {
        contentType: 'application/x-thing',
        ...(kind === 'stream' && { duplex: 'half' }),
      })
      expect(error, kind).toBeNull()
      expect(data).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        path: `forms/${kind}.bin`,
        fullPath: `private/forms/${kind}.bin`,
      })
      const back = await files.download(`forms/${kind}.bin`)
      expect(Buffer.from(await (back.data as Blob).arrayBuffer()).equals(bytes), kind).toBe(true)
    }
  })

  it('stores JSON and text unchanged, with type, metadata and cache time', async () => {
    const files = project.service.storage.from('private')
    const text = '{"a": [1,\n 2]}'
    await files.upload('kept.json', text, {
      contentType: 'application/json',
      cacheControl: '120',
      metadata: { author: 'Zoé', year: 2026 },
    })
    const { data: known } = await files.info('kept.json')
    expect(known).toMatchObject({
      name: 'kept.json',
      bucketId: 'private',
      size: text.length,
      contentType: 'application/json',
      cacheControl: 'max-age=120',
      metadata: { author: 'Zoé', year: 2026 },
      etag: expect.stringMatching(/^"[0-9a-f]+"$/),
    })
    expect(await (await files.download('kept.json')).data?.text()).toBe(text)
    expect((await files.info('absent')).error).toMatchObject({ statusCode: '404' })
    expect([(await files.exists('kept.json')).data, (await files.exists('absent')).data]).toEqual([
      true,
      false,
    ])
  })

  it('is refused where a file exists, and replaces it on request, leaving one blob', async () => {
    const files = project.service.storage.from('private')
    const before = project.files().blobs
    await files.upload('twice.txt', 'one')
    expect(told((await files.upload('twice.txt', 'two')).error)).toEqual({
      message: 'The resource already exists',
      status: 400,
      statusCode: '409',
    })
    await files.upload('twice.txt', 'three', { upsert: true })
    await files.update('twice.txt', 'four')
    expect(await (await files.download('twice.txt')).data?.text()).toBe('four')
    await project.settled()
    expect(project.files()).toEqual({ blobs: before + 1, staging: 0, resumable: 0 })
  })

  it('over its bucket’s limit is refused in every form, and leaves nothing', async () => {
    const files = project.service.storage.from('small')
    const before = project.files()
    const large = randomBytes(1001)
    const form = new FormData()
    form.append('', new Blob([large]))
    for (const body of [large, new Blob([large]), form, new Blob([large]).stream()]) {
      const { error } = await files.upload('large', body as Blob, { duplex: 'half' })
      expect(told(error)).toEqual({
        message: 'The object exceeded the maximum allowed size',
        status: 400,
        statusCode: '413',
      })
    }
    expect((await files.upload('fits', large.subarray(1))).error).toBeNull()
    await files.remove(['fits'])
    await project.settled()
    expect(project.files()).toEqual(before)
  })

  it('is allowed to the person whom a policy permits, and to nobody else', async () => {
    const member = await project.member(owner)
    const other = await project.member(randomUUID())
    const path = `${owner}/note.txt`
    expect((await member.storage.from('private').upload(path, 'mine')).error).toBeNull()
    expect(
      (await member.storage.from('private').upload(path, 'mine again', { upsert: true })).error,
    ).toBeNull()
    for (const { storage } of [other, project.visitor]) {
      const files = storage.from('private')
      expect(told((await files.upload(`${owner}/x.txt`, 'theirs')).error)).toEqual({
        message: 'new row violates row-level security policy',
        status: 400,
        statusCode: '403',
      })
      expect((await files.upload(path, 'theirs', { upsert: true })).error).toMatchObject({
        statusCode: '403',
      })
      expect((await files.download(path)).error).toMatchObject({ status: 400 })
      expect((await files.info(path)).error?.message).toBe('Object not found')
      expect((await files.createSignedUrl(path, 60)).error?.message).toBe('Object not found')
      expect((await files.list(owner)).data).toEqual([])
      expect((await files.remove([path])).data).toEqual([])
      expect((await files.move(path, `${owner}/moved.txt`)).error?.message).toBe('Object not found')
      expect((await files.copy(path, `${owner}/copied.txt`)).error?.message).toBe('Object not found')
      expect((await files.createSignedUploadUrl(`${owner}/y.txt`)).error).toMatchObject({ statusCode: '403' })
    }
    expect(await (await member.storage.from('private').download(path)).data?.text()).toBe('mine again')
    expect((await member.storage.from('absent').upload('x', 'x')).error?.message).toBe('Bucket not found')
  })
})

it('policies can read the operation and the caller', async () => {
  const files = (await project.member(owner)).storage.from('asked')
  const { error } = await files.upload('a/b/c.tar.gz', 'x')
  expect(error).toBeNull()
  expect((await files.upload('a/b/c.tar.bz', 'x')).error).toMatchObject({ statusCode: '403' })
  expect((await files.createSignedUploadUrl('b/c.tar.gz')).error).toMatchObject({ statusCode: '403' })
})

describe('a download', () => {
  const at = (path: string) => `${project.url}/storage/v1/object/public/open/${path}`

  it('from a public bucket needs no token, and from a private one reports no such bucket', async () => {
    await project.service.storage.from('open').upload('free.txt', 'for all')
    await project.service.storage.from('private').upload('closed.txt', 'for some')
    const { data } = project.visitor.storage.from('open').getPublicUrl('free.txt')
    expect(await (await fetch(data.publicUrl)).text()).toBe('for all')
    expect(
      await (
        await fetch(`${project.url}/storage/v1/object/open/free.txt`, {
          headers: { authorization: 'Bearer bad' },
        })
      ).text(),
    ).toBe('for all')
    const closed = await fetch(`${project.url}/storage/v1/object/public/private/closed.txt`)
    expect([closed.status, await closed.json()]).toEqual([
      400,
      { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
    ])
  })

  it('supports ranges, conditions, attachments and HEAD', async () => {
    await project.service.storage
      .from('open')
      .upload('abc.txt', 'abcdefghij', { cacheControl: '60', contentType: 'text/plain' })
    const whole = await fetch(at('abc.txt'))
    expect(await whole.text()).toBe('abcdefghij')
    const { headers } = whole
    expect(
      Object.fromEntries(
        [
          'cache-control',
          'accept-ranges',
          'content-length',
          'content-type',
          'x-robots-tag',
          'x-content-type-options',
          'content-security-policy',
        ].map((name) => [name, headers.get(name)]),
      ),
    ).toEqual({
      'cache-control': 'max-age=60',
      'accept-ranges': 'bytes',
      'content-length': '10',
      'content-type': 'text/plain',
      'x-robots-tag': 'none',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    })
    const ranges = { 'bytes=2-4': 'cde', 'bytes=7-': 'hij', 'bytes=-2': 'ij', 'bytes=0-99': 'abcdefghij' }
    for (const [range, text] of Object.entries(ranges)) {
      const part = await fetch(at('abc.txt'), { headers: { range } })
      expect([part.status, await part.text()]).toEqual([206, text])
      expect(part.headers.get('content-range')).toMatch(/^bytes \d-9|bytes 2-4\/10/)
    }
    const beyond = await fetch(at('abc.txt'), { headers: { range: 'bytes=10-' } })
    expect([beyond.status, ((await beyond.json()) as { code: string }).code]).toEqual([416, 'InvalidRange'])
    for (const condition of [
      { 'if-none-match': headers.get('etag') as string },
      { 'if-modified-since': headers.get('last-modified') as string },
    ]) {
      const same = await fetch(at('abc.txt'), { headers: condition as Record<string, string> })
      expect([same.status, await same.text()]).toEqual([304, ''])
    }
    const changed = await fetch(at('abc.txt'), { headers: { range: 'bytes=2-4', 'if-range': '"another"' } })
    expect([changed.status, await changed.text()]).toEqual([200, 'abcdefghij'])
    expect((await fetch(at('abc.txt?download'))).headers.get('content-disposition')).toBe('attachment;')
    expect((await fetch(at('abc.txt?download=été.txt'))).headers.get('content-disposition')).toBe(
      `attachment; filename=%C3%A9t%C3%A9.txt; filename*=UTF-8''%C3%A9t%C3%A9.txt`,
    )
    const head = await fetch(at('abc.txt'), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    const absent = await fetch(at('absent'), { method: 'HEAD' })
    expect([absent.status, await absent.text()]).toEqual([400, ''])
  })

  it('is never rendered as a page of this site', async () => {
    await project.service.storage
      .from('open')
      .upload('page.html', '<script>alert(1)</script>', { contentType: 'text/html' })
    const page = await fetch(at('page.html'))
    expect(page.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(page.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('of a row that SQL inserted without a file is not found', async () => {
    await project.admin.query(`insert into storage.objects (bucket_id, name) values ('open', 'by-sql')`)
    const files = project.service.storage.from('open')
    expect((await files.download('by-sql')).error).toMatchObject({ status: 400 })
    expect((await files.info('by-sql')).error?.message).toBe('Object not found')
    expect((await files.copy('by-sql', 'copy')).error?.message).toBe('Object not found')
    expect((await fetch(`${project.url}/storage/v1/render/image/public/open/by-sql?width=9`)).status).toBe(
      400,
    )
    expect((await files.remove(['by-sql'])).data).toHaveLength(1)
  })

  it('of a file whose bytes are missing reports an error and is not cached', async () => {
    await project.service.storage.from('open').upload('lost.txt', 'x')
    await project.admin.query(
      `update storage.objects set version = gen_random_uuid()::text where name = 'lost.txt'`,
    )
    const lost = await fetch(at('lost.txt'))
    expect([lost.status, lost.headers.get('cache-control'), await lost.json()]).toEqual([
      400,
      'no-store',
      { statusCode: '404', error: 'Not found', message: 'The resource was not found', code: 'NoSuchKey' },
    ])
  })
})

describe('a signed link', () => {
  it('opens one file until it expires, for anyone who holds it', async () => {
    const files = project.service.storage.from('private')
    await files.upload('signed/a b.txt', 'by link')
    const { data } = await files.createSignedUrl('signed/a b.txt', 60, { download: 'x.txt' })
    const answer = await fetch(data?.signedUrl as string)
    expect(await answer.text()).toBe('by link')
    expect(answer.headers.get('content-disposition')).toMatch(/x\.txt/)
    expect(Date.parse(answer.headers.get('expires') as string)).toBeGreaterThan(Date.now())
    expect(answer.headers.get('cache-control')).toBe('private')
    const many = await files.createSignedUrls(['signed/a b.txt', 'signed/none.txt'], 60)
    expect(many.data?.map(({ error, path }) => [path, error])).toEqual([
      ['signed/a b.txt', null],
      ['signed/none.txt', 'Either the object does not exist or you do not have access to it'],
    ])
  })

  it('opens no other file, nothing after its expiry, and is not an access token', async () => {
    const files = project.service.storage.from('private')
    await files.upload('signed/one.txt', '1')
    await files.upload('signed/two.txt', '2')
    const { data } = await files.createSignedUrl('signed/one.txt', 60)
    const link = new URL(data?.signedUrl as string)
    const token = link.searchParams.get('token') as string
    const other = await fetch(link.href.replace('one.txt', 'two.txt'))
    expect(await other.json()).toMatchObject({ code: 'InvalidSignature', message: 'Invalid signature' })
    const broken = await fetch(`${link.href.slice(0, -3)}abc`)
    expect(await broken.json()).toMatchObject({ code: 'InvalidJWT' })
    const bare = await fetch(link.href.split('?')[0] as string)
    expect(await bare.json()).toMatchObject({ message: `querystring must have required property 'token'` })
    const upload = await fetch(
      `${project.url}/storage/v1/object/upload/sign/private/signed/one.txt?token=${token}`,
      { method: 'PUT', body: 'x' },
    )
    expect(await upload.json()).toMatchObject({ message: 'Token is not scoped for upload' })
    const asPerson = await fetch(`${project.url}/storage/v1/bucket`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await asPerson.json()).toMatchObject({ code: 'AccessDenied' })
  })

  it('allows one upload', async () => {
    const files = project.service.storage.from('private')
    const { data } = await files.createSignedUploadUrl('signed/brought.txt')
    const brought = await project.visitor.storage
      .from('private')
      .uploadToSignedUrl(data?.path as string, data?.token as string, 'hello')
    expect(brought.data).toMatchObject({ path: 'signed/brought.txt', fullPath: 'private/signed/brought.txt' })
    const again = await project.visitor.storage
      .from('private')
      .uploadToSignedUrl(data?.path as string, data?.token as string, 'bye')
    expect(told(again.error)).toMatchObject({ message: 'The resource already exists', statusCode: '409' })
    expect(told((await files.createSignedUploadUrl('signed/brought.txt')).error).statusCode).toBe('409')
    const over = await files.createSignedUploadUrl('signed/brought.txt', { upsert: true })
    await project.visitor.storage
      .from('private')
      .uploadToSignedUrl('signed/brought.txt', over.data?.token as string, 'replaced')
    expect(await (await files.download('signed/brought.txt')).data?.text()).toBe('replaced')
    expect(JSON.stringify(await files.info('signed/brought.txt'))).not.toContain('undefined')
  })
})

describe('move, copy and remove', () => {
  it('move keeps the id and the metadata, copy creates a new file, remove returns the removed files', async () => {
    const files = project.service.storage.from('private')
    const { data: made } = await files.upload('mc/a.txt', 'a', { metadata: { kept: true } })
    expect((await files.move('mc/a.txt', 'mc/b.txt')).data).toEqual({ message: 'Successfully moved' })
    const { data: copied } = await files.copy('mc/b.txt', 'mc/c.txt')
    expect(copied?.path).toBe('private/mc/c.txt')
    expect((await files.info('mc/b.txt')).data).toMatchObject({ id: made?.id, metadata: { kept: true } })
    expect((await files.info('mc/c.txt')).data).toMatchObject({ metadata: { kept: true } })
    expect((await files.copy('mc/b.txt', 'mc/c.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await files.move('mc/b.txt', 'mc/c.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await files.copy('mc/none', 'mc/d.txt')).error?.message).toBe('Object not found')
    expect((await files.move('mc/b.txt', '')).error?.message).toMatch(/Invalid key/)
    await files.remove(['mc/b.txt'])
    expect(await (await files.download('mc/c.txt')).data?.text()).toBe('a')
    const { data: gone } = await files.remove(['mc/c.txt', 'mc/none'])
    expect(gone?.map(({ name }) => name)).toEqual(['mc/c.txt'])
    expect((await files.copy('kept.json', 'free.txt', { destinationBucket: 'open' })).error).toMatchObject({
      statusCode: '409',
    })
    expect((await files.copy('kept.json', 'kept.json', { destinationBucket: 'open' })).data?.path).toBe(
      'open/kept.json',
    )
  })
})

describe('a list', () => {
  beforeAll(async () => {
    for (const name of ['l/b.txt', 'l/A.txt', 'l/c/1.txt', 'l/c/2.txt', 'l/aa/deep/x.txt', 'l2.txt']) {
      await project.service.storage.from('private').upload(name, name)
    }
  })

  it('of a folder shows files and folders together, and searches by prefix', async () => {
    const files = project.service.storage.from('private')
    const names = async (...args: Parameters<typeof files.list>) =>
      (await files.list(...args)).data?.map(({ name }) => name)
    expect(await names('l')).toEqual(['A.txt', 'aa', 'b.txt', 'c'])
    expect(await names('l', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'c',
      'b.txt',
      'aa',
      'A.txt',
    ])
    expect(await names('l', { search: 'a' })).toEqual(['A.txt', 'aa'])
    expect(await names('l', { limit: 2, offset: 1 })).toEqual(['aa', 'b.txt'])
    expect(await names('l', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'aa',
      'c',
      'b.txt',
      'A.txt',
    ])
    const [file, folder] = (await files.list('l')).data ?? []
    expect(file).toMatchObject({
      id: expect.any(String),
      metadata: { size: 7, mimetype: 'text/plain;charset=UTF-8' },
    })
    expect(folder).toMatchObject({ name: 'aa', id: null, metadata: null })
    expect((await project.service.storage.from('nowhere').list()).data).toEqual([])
  })

  it('in pages returns every entry once, in order, for any page size and direction', async () => {
    const files = project.service.storage.from('private')
    const read = async (options: Parameters<typeof files.listV2>[0]) => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const { data, error } = await files.listV2({ ...options, ...(cursor && { cursor }) })
        if (error || !data) throw error
        seen.push(...[...data.folders, ...data.objects].map(({ name }) => name))
        cursor = data.hasNext ? data.nextCursor : undefined
      } while (cursor)
      return seen
    }
    const flat = ['l/A.txt', 'l/aa/deep/x.txt', 'l/b.txt', 'l/c/1.txt', 'l/c/2.txt']
    for (const limit of [1, 2, 3, 100]) {
      expect(await read({ prefix: 'l/', limit })).toEqual(flat)
      expect(await read({ prefix: 'l/', limit, sortBy: { column: 'name', order: 'desc' } })).toEqual(
        [...flat].reverse(),
      )
      expect((await read({ prefix: 'l/', limit, with_delimiter: true })).sort()).toEqual([
        'l/A.txt',
        'l/aa/',
        'l/b.txt',
        'l/c/',
      ])
      expect(await read({ prefix: 'l/', limit, sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
        'l/b.txt',
        'l/A.txt',
        'l/c/1.txt',
        'l/c/2.txt',
        'l/aa/deep/x.txt',
      ])
    }
    const { data } = await files.listV2({ prefix: 'l/', with_delimiter: true })
    expect(data?.folders[0]).toMatchObject({ key: 'aa', name: 'l/aa/' })
    expect(data?.objects[0]).toMatchObject({ key: 'A.txt', name: 'l/A.txt' })
    expect((await files.listV2({ cursor: 'bm8=' })).error?.message).toBe(
      'Invalid Parameter continuation token',
    )
  })
})
