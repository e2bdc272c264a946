import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courseDocument, lessonDocument, publishItem } from '../access/learning-rows.ts'
import { type Actor, type Product, product } from '../product.ts'

/** The head of an MP4 file: the storage service reads the bytes and refuses what is no video. */
const HEAD = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
const BYTES = Buffer.concat([HEAD, randomBytes(20_000 - HEAD.length)])
let vigie: Product
let path: string
beforeAll(async () => {
  vigie = await product()
  path = await bring('analyst')
  const course = await publishItem(vigie, 'course', 'films', courseDocument(), { tier: 'freemium' })
  const lesson = lessonDocument({ minutes: { video: 5 }, video: { path } })
  await publishItem(vigie, 'lesson', 'film', lesson, { parent: course, tier: 'premium' })
}, 60_000)
afterAll(() => vigie.stop())

const videos = (actor: Actor) => vigie.as[actor].storage.from('lessons')
async function bring(actor: Actor, name = `${randomUUID()}.mp4`): Promise<string> {
  const { error } = await videos(actor).upload(name, new Blob([BYTES], { type: 'video/mp4' }))
  if (error) throw error
  return name
}
const signed = async (actor: Actor) => (await videos(actor).createSignedUrl(path, 3600)).data?.signedUrl

describe('the video of a lesson', () => {
  it('[S-101] is signed for members who may read its lesson, and is sent in ranges that no shared cache keeps', async () => {
    const address = await signed('premium')
    const answer = await fetch(address!, { headers: { range: 'bytes=100-199' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 100-199/20000'])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES.subarray(100, 200))
    expect(answer.headers.get('cache-control')).toBe('private')
  })

  it('[S-101] is neither signed for others, nor found, nor read by its name', async () => {
    for (const actor of ['visitor', 'freemium'] as const) {
      expect(await signed(actor)).toBeUndefined()
      expect((await videos(actor).list()).data ?? []).toEqual([])
      expect((await videos(actor).download(path)).error).not.toBeNull()
    }
    expect((await fetch(`${vigie.url}/storage/v1/object/public/lessons/${path}`)).ok).toBe(false)
  })

  it('is brought by staff alone, and stays while a lesson shows it', async () => {
    for (const actor of ['visitor', 'freemium', 'premium'] as const)
      await expect(bring(actor)).rejects.toThrow()
    await expect(bring('admin', 'named.mp4')).rejects.toThrow()
    const text = new Blob(['<script>'], { type: 'video/mp4' })
    expect((await videos('admin').upload(`${randomUUID()}.mp4`, text)).error).not.toBeNull()
    const other = await bring('admin')
    expect((await videos('premium').list()).data?.map(({ name }) => name)).toEqual([path])
    await videos('admin').remove([path, other])
    expect((await videos('admin').list()).data?.map(({ name }) => name)).toEqual([path])
  })
})
