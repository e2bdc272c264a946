import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StorageProject, storageProject } from '../storage-project.ts'
import { photograph } from './sample-images.ts'

let project: StorageProject
beforeAll(async () => {
  project = await storageProject('', {
    sql: `insert into storage.buckets (id, name, public) values ('open', 'open', true), ('closed', 'closed', false)`,
  })
  const image = await photograph('jpeg', 800, 600)
  for (const bucket of ['open', 'closed']) {
    await project.service.storage.from(bucket).upload('photo.jpg', image, { contentType: 'image/jpeg' })
  }
  await project.service.storage.from('open').upload('text.txt', 'no image')
})
afterAll(() => project.stop())

const read = async (answer: Response) => {
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return {
    width,
    height,
    format,
    type: answer.headers.get('content-type'),
    did: answer.headers.get('x-transformations'),
  }
}
const shown = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${project.url}/storage/v1/render/image/public/open/photo.jpg?${query}`, { headers })

it('has the requested size, fit and format', async () => {
  expect(await read(await shown('width=200&height=200&quality=60'))).toEqual({
    width: 200,
    height: 200,
    format: 'jpeg',
    type: 'image/jpeg',
    did: 'height:200,width:200,resizing_type:fill,quality:60',
  })
  expect(await read(await shown('width=200&height=200&resize=contain'))).toMatchObject({
    width: 200,
    height: 150,
  })
  expect(await read(await shown('width=200&height=100&resize=fill&format=webp'))).toMatchObject({
    width: 200,
    height: 100,
    format: 'webp',
  })
  expect(await read(await shown('width=100', { accept: 'image/webp,*/*' }))).toMatchObject({
    format: 'webp',
    type: 'image/webp',
  })
  expect(await read(await shown('width=100&format=origin', { accept: 'image/webp' }))).toMatchObject({
    format: 'jpeg',
  })
  expect(await read(await shown('width=5000&format=avif'))).toMatchObject({ width: 2000, type: 'image/avif' })
})

it('is available to the official client, by signed link too', async () => {
  const files = project.service.storage.from('closed')
  const { data } = await files.download('photo.jpg', { transform: { width: 120, height: 90 } })
  expect((data as Blob).type).toBe('image/jpeg')
  const signed = await files.createSignedUrl('photo.jpg', 60, {
    transform: { width: 200, height: 200, quality: 60 },
  })
  const answer = await fetch(signed.data?.signedUrl as string)
  expect(await read(answer)).toMatchObject({
    width: 200,
    did: 'height:200,width:200,resizing_type:fill,quality:60',
  })
  const changed = new URL(signed.data?.signedUrl as string)
  changed.searchParams.set('width', '1000')
  expect(await read(await fetch(changed))).toMatchObject({ width: 200 })
  expect(
    (await project.visitor.storage.from('closed').download('photo.jpg', { transform: { width: 10 } })).error,
  ).not.toBeNull()
})

it('is generated once, and not sent again to a client that has it', async () => {
  const first = await shown('width=64')
  const eTag = first.headers.get('etag') as string
  expect((await shown('width=64', { 'if-none-match': eTag })).status).toBe(304)
  expect((await shown('width=65', { 'if-none-match': eTag })).status).toBe(200)
  const many = await Promise.all(Array.from({ length: 20 }, () => shown('width=63')))
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
})

it('is refused for an invalid image or size', async () => {
  const text = await fetch(`${project.url}/storage/v1/render/image/public/open/text.txt?width=10`)
  expect([text.status, await text.json()]).toMatchObject([
    400,
    { message: 'The file is not a readable image' },
  ])
  for (const query of ['width=0', 'width=-5', 'width=abc', 'quality=5', 'resize=odd', 'format=svg']) {
    expect((await shown(query)).status, query).toBe(400)
  }
})
