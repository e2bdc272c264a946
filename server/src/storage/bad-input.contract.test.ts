import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileImages, hugePng, photograph, svg } from './images/sample-images.ts'
import { type StorageProject, storageProject } from './storage-project.ts'

let project: StorageProject
beforeAll(async () => {
  project = await storageProject('[storage.rewrite.faces]\nwidth = 64\nheight = 64\nformat = "webp"\n', {
    sql: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
        ('faces', 'faces', true, 2000000, '{image/png,image/jpeg,image/webp}'), ('any', 'any', false, null, null),
        ('images', 'images', true, null, '{image/*}'), ('texts', 'texts', false, null, '{text/plain,application/json}')`,
  })
})
afterAll(() => project.stop())

const UNREADABLE = 'The file is not a readable image'
const PIXELS = 'The image has too many pixels'
const is = (type: string) => `mime type ${type} is not supported`
const MESSAGES: Record<string, string> = {
  'an SVG named .png': is('image/svg+xml'),
  'a page named .png': is('text/html'),
  'a page after a comment named .png': is('text/html'),
  'an archive named .png': is('application/zip'),
  'a JPEG with an archive appended': UNREADABLE,
  'a PNG with a page appended': UNREADABLE,
  'a WebP with an archive appended': UNREADABLE,
  'a JPEG and a PNG in one file': UNREADABLE,
  'half a JPEG': UNREADABLE,
  'half a PNG': UNREADABLE,
  'half a WebP': UNREADABLE,
  'a signature and nothing else': UNREADABLE,
  'a signature before noise': UNREADABLE,
  'a GIF': is('image/gif'),
  'a PDF': is('application/pdf'),
  'fifty megapixels': PIXELS,
  'more pixels than there are': PIXELS,
  'no bytes': is('application/octet-stream'),
}

it('reports what is wrong with each hostile image, and keeps nothing', async () => {
  const before = project.files()
  for (const [what, bytes] of Object.entries(await hostileImages())) {
    const contentType = /JPEG|signature and/.test(what)
      ? 'image/jpeg'
      : /WebP/.test(what)
        ? 'image/webp'
        : 'image/png'
    const { error } = await project.service.storage.from('faces').upload('face.webp', bytes, { contentType })
    expect([what, error?.message]).toEqual([what, MESSAGES[what]])
  }
  const large = await project.service.storage
    .from('faces')
    .upload('face.webp', Buffer.alloc(3_000_000), { contentType: 'image/png' })
  expect(large.error?.message).toBe('The object exceeded the maximum allowed size')
  const named = await project.service.storage
    .from('faces')
    .upload('face.webp', svg, { contentType: 'image/svg+xml' })
  expect(named.error?.message).toBe(is('image/svg+xml'))
  await project.settled()
  expect(project.files()).toEqual(before)
})

it('refuses a decompression bomb before allocating memory: fifty megapixels in a few kilobytes', async () => {
  const bomb = hugePng(20_000, 20_000)
  expect(bomb.length).toBeLessThan(100_000)
  const before = process.memoryUsage().rss
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      project.service.storage.from('faces').upload('bomb', bomb, { contentType: 'image/png' }),
    ),
  )
  expect(answers.map(({ error }) => error?.message)).toEqual(Array(20).fill(PIXELS))
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

it('checks a file against its bucket’s types by its content, not its declared type', async () => {
  const jpeg = await photograph('jpeg', 40, 40)
  const images = project.service.storage.from('images')
  expect((await images.upload('a.jpg', jpeg, { contentType: 'image/jpeg' })).error).toBeNull()
  expect((await images.upload('b.png', jpeg, { contentType: 'image/png' })).error?.message).toBe(
    is('image/jpeg'),
  )
  expect((await images.upload('c.png', 'text', { contentType: 'image/png' })).error?.message).toBe(
    is('application/octet-stream'),
  )
  expect((await images.upload('d.png', jpeg, { contentType: 'text/plain' })).error?.message).toBe(
    is('text/plain'),
  )
  const texts = project.service.storage.from('texts')
  expect((await texts.upload('a.txt', 'text', { contentType: 'text/plain' })).error).toBeNull()
  expect((await texts.upload('b.txt', jpeg, { contentType: 'text/plain' })).error?.message).toBe(
    is('image/jpeg'),
  )
  expect((await texts.upload('c.txt', 'text')).error?.message).toBe(is('text/plain;charset=UTF-8'))
  // Nor by moving it from another bucket.
  await project.service.storage.from('any').upload('page', '<html>', { contentType: 'text/html' })
  const moved = await project.service.storage
    .from('any')
    .move('page', 'page', { destinationBucket: 'images' })
  const copied = await project.service.storage
    .from('any')
    .copy('page', 'page', { destinationBucket: 'images' })
  expect([moved.error?.message, copied.error?.message]).toEqual([is('text/html'), is('text/html')])
})

it('refuses names with path segments or forbidden characters, in any encoding', async () => {
  const names = [
    '../escape',
    '..%2fescape',
    '%2e%2e/escape',
    '%2e%2e%2fescape',
    '..%5cescape',
    'a/../../escape',
    'a/%2e%2e/b',
    './a',
    'a/./b',
    'a%00b',
    'a%0ab',
    'a\\b',
    'a%5cb',
    '%252e%252e%252fescape',
    '%c0%ae%c0%ae/escape',
    '%e2%80%ae',
    'é',
    '%F0%9F%92%A9',
    '<b>',
    'a"b',
    '%',
    '%zz',
    '',
    'x'.repeat(1025),
    'a%7cb',
    '{}',
    '[x]',
    '~root',
    '^',
    '`id`',
    'a%23b',
  ]
  const { hostname, port } = new URL(project.url)
  const before = project.files()
  for (const name of names) {
    for (const [method, path] of [
      ['POST', '/object/any/'],
      ['GET', '/object/authenticated/any/'],
      ['GET', '/object/info/any/'],
      ['POST', '/object/sign/any/'],
      ['POST', '/object/upload/sign/any/'],
    ] as const) {
      // Sent raw, because clients would normalise the path.
      const answer = await raw(
        hostname,
        Number(port),
        `${method} /storage/v1${path}${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${project.serviceRoleKey}\r\nContent-Length: 2\r\n\r\n{}`,
      )
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]
      expect(['400', '404'], `${method} ${path}${name}: ${answer.slice(0, 200)}`).toContain(status)
    }
  }
  expect(project.files()).toEqual(before)
  const { rows } = await project.admin.query(`select name from storage.objects where name like '%escape%'`)
  expect(rows).toEqual([])
  for (const name of [`a b/c'(d)!*&$@=;:+,.txt`, 'x'.repeat(1000), `${'deep/'.repeat(100)}x`]) {
    const { error } = await project.service.storage.from('any').upload(name, 'fine')
    expect(error, name).toBeNull()
    expect(await (await project.service.storage.from('any').download(name)).data?.text()).toBe('fine')
  }
})

it('keeps nothing of an interrupted body, raw or as a form', async () => {
  const { hostname, port } = new URL(project.url)
  const before = project.files()
  const head = `POST /storage/v1/object/any/broken HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.serviceRoleKey}\r\n`
  const bodies = [
    `${head}Content-Length: 1000\r\n\r\n${'x'.repeat(500)}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n1f4\r\n${'x'.repeat(500)}\r\n`,
    `${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\n${'x'.repeat(500)}`,
  ]
  for (const body of bodies) await raw(hostname, Number(port), body, 100)
  // A form whose body is complete but whose multipart end is missing.
  const form = await fetch(`${project.url}/storage/v1/object/any/broken`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${project.serviceRoleKey}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    body: '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\nhalf of it',
  })
  expect([form.status, await form.json()]).toMatchObject([400, { code: 'InvalidRequest' }])
  const empty = await fetch(`${project.url}/storage/v1/object/any/broken`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.serviceRoleKey}`, 'content-type': 'multipart/form-data' },
    body: 'x',
  })
  expect(await empty.json()).toMatchObject({
    code: 'InvalidMimeType',
    message: 'Invalid Content-Type header',
  })
  await expect.poll(() => project.files()).toEqual(before)
  const { rows } = await project.admin.query(`select from storage.objects where name = 'broken'`)
  expect(rows).toEqual([])
})

/** Sends raw bytes and returns the response when the connection ends; disconnects after `patience`. */
function raw(host: string, port: number, request: string, patience = 5000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(request))
    let answer = ''
    const timer = setTimeout(() => socket.destroy(), patience)
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}
