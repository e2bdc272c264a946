import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, create } from '../access/content-rows.ts'
import { type Actor, type Product, product } from '../product.ts'

let vigie: Product
let png: Buffer
beforeAll(async () => {
  vigie = await product()
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
}, 60_000)
afterAll(() => vigie.stop())

const bring = (who: Actor, path: string, bytes: Buffer | string, contentType = 'image/png') =>
  vigie.as[who].storage
    .from('content')
    .upload(path, new Blob([bytes as BlobPart], { type: contentType }), { contentType })
const listed = async (path: string) =>
  (await vigie.as.analyst.from('media').select('path, size, by, alt').eq('path', path)).data

describe('a picture for content', () => {
  it('is uploaded by staff, is in the library, and is readable by anyone with its address', async () => {
    const path = `${randomUUID()}.png`
    expect((await bring('analyst', path, png)).error).toBeNull()
    expect(await listed(path)).toMatchObject([{ by: vigie.idOf.analyst, size: png.length }])
    const { publicUrl } = vigie.as.visitor.storage.from('content').getPublicUrl(path).data
    expect((await fetch(publicUrl)).status).toBe(200)
    for (const who of ['visitor', 'freemium', 'premium'] as const)
      expect((await vigie.as[who].storage.from('content').list()).data ?? []).toEqual([])
    await vigie.as.analyst
      .rpc('describe_media', { path, alt: { fr: 'Un graphique' }, width: 8, height: 8 })
      .throwOnError()
    expect(await listed(path)).toMatchObject([{ alt: { fr: 'Un graphique' } }])
  })

  it.each(['visitor', 'freemium', 'premium'] as const)('is not brought by a %s', async (who) => {
    expect((await bring(who, `${randomUUID()}.png`, png)).error).not.toBeNull()
  })

  it('is refused when it is none, whatever it says that it is, and leaves nothing', async () => {
    const path = `${randomUUID()}.png`
    expect((await bring('admin', path, '<script>alert(1)</script>')).error).not.toBeNull()
    expect(
      (await bring('admin', path, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')).error,
    ).not.toBeNull()
    expect(await listed(path)).toEqual([])
  })

  it('is refused under a name that somebody could guess', async () => {
    expect((await bring('admin', 'logo.png', png)).error).not.toBeNull()
  })

  it('is not removed while a version of an item shows it', async () => {
    const path = `${randomUUID()}.png`
    await bring('admin', path, png)
    const shown = article('Image')
    Object.assign(shown.texts.fr as object, { body: `![x](/storage/v1/object/public/content/${path})` })
    const item = await create(vigie, shown)
    const { admin, premium } = vigie.as
    expect((await premium.rpc('remove_media', { path })).error?.code).toBe('42501')
    expect((await admin.rpc('media_uses', { path })).data).toMatchObject([{ item, newest: true }])
    expect((await premium.rpc('media_uses', { path })).data).toEqual([])
    const refused = await admin.rpc('remove_media', { path })
    expect(refused).toMatchObject({
      status: 409,
      error: { message: 'media_in_use', hint: 'path', details: 'Image fr' },
    })
    const unused = `${randomUUID()}.png`
    await bring('admin', unused, png)
    await admin.rpc('remove_media', { path: unused }).throwOnError()
    expect(await listed(unused)).toEqual([])
    expect((await admin.rpc('remove_media', { path: unused })).error?.message).toBe('media_not_found')
  })
})
