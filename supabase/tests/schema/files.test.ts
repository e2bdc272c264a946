import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hostileImages,
  photograph,
  photographWithPlace,
} from '../../../server/src/storage/images/sample-images.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const avatarOf = (id: string) => `${id}/avatar.webp`
const versionOf = async (id: string) => {
  const { rows } = await vigie.admin.query('select avatar_version from profiles where id = $1', [id])
  return rows[0].avatar_version as string | null
}

describe('the profile image', () => {
  it('[S-11] is converted to a square WebP without its metadata, and readable by anyone', async () => {
    const { client, id } = await vigie.member()
    const taken = await photographWithPlace()
    expect((await sharp(taken).metadata()).exif?.includes('TelephoneMaker')).toBe(true)
    const files = client.storage.from('avatars')
    const { error } = await files.upload(avatarOf(id), taken, { contentType: 'image/jpeg', upsert: true })
    expect(error).toBeNull()
    const { data } = files.getPublicUrl(avatarOf(id))
    const answer = await fetch(data.publicUrl)
    const shown = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const { width, height, format, exif, orientation } = await sharp(shown).metadata()
    expect({ width, height, format, exif, orientation }).toEqual({
      width: 512,
      height: 512,
      format: 'webp',
      exif: undefined,
      orientation: undefined,
    })
    expect(shown.includes('TelephoneMaker')).toBe(false)
  })

  it('is one: a new one takes the place of the old, and the profile says which counts', async () => {
    const { client, id } = await vigie.member()
    const files = client.storage.from('avatars')
    expect(await versionOf(id)).toBeNull()
    await files.upload(avatarOf(id), await photograph('png'), { contentType: 'image/png', upsert: true })
    const first = await versionOf(id)
    await files.upload(avatarOf(id), await photograph('jpeg'), { contentType: 'image/jpeg', upsert: true })
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(await versionOf(id)).not.toBe(first)
    expect((await files.list(id)).data).toHaveLength(1)
    expect((await files.remove([avatarOf(id)])).data).toHaveLength(1)
    expect(await versionOf(id)).toBeNull()
  })

  it('cannot be written, found or removed by others, and has no other name', async () => {
    const { client, id } = await vigie.member()
    const image = await photograph('webp', 64, 64)
    const options = { contentType: 'image/webp', upsert: true }
    await client.storage.from('avatars').upload(avatarOf(id), image, options)
    const version = await versionOf(id)
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst', 'admin'] as const) {
      const files = vigie.as[actor].storage.from('avatars')
      expect((await files.upload(avatarOf(id), image, options)).error, actor).toMatchObject({
        statusCode: '403',
      })
      expect((await files.list(id)).data, actor).toEqual([])
      expect((await files.remove([avatarOf(id)])).data, actor).toEqual([])
      expect((await files.createSignedUploadUrl(avatarOf(id))).error, actor).not.toBeNull()
    }
    for (const name of [
      `${id}/another.webp`,
      `${id}/a/avatar.webp`,
      'avatar.webp',
      `${id}/avatar.webp.html`,
      `x${id}/avatar.webp`,
    ]) {
      expect((await client.storage.from('avatars').upload(name, image, options)).error, name).toMatchObject({
        statusCode: '403',
      })
    }
    expect(await versionOf(id)).toBe(version)
    const fake = await client.from('profiles').update({ avatar_version: 'x' }).eq('id', id)
    expect(fake.error?.code).toBe('42501')
  })

  it('[S-30] [S-31] is refused when it is no image, hides something, has too many pixels or is over 2 MB, and nothing of it stays', async () => {
    const { client, id } = await vigie.member()
    const files = client.storage.from('avatars')
    const hostile = { ...(await hostileImages()), 'three megabytes': Buffer.alloc(3_000_000, 'x') }
    for (const [what, bytes] of Object.entries(hostile)) {
      for (const contentType of ['image/png', 'image/jpeg', 'image/webp']) {
        const { data, error } = await files.upload(avatarOf(id), bytes, { contentType, upsert: true })
        expect(data, `${what} as ${contentType}`).toBeNull()
        expect((error as { status?: number }).status, `${what} as ${contentType}: ${error?.message}`).toBe(
          400,
        )
      }
    }
    const { rows } = await vigie.admin.query(`select name from storage.objects where name like $1`, [
      `${id}%`,
    ])
    expect(rows).toEqual([])
    const { rows: noted } = await vigie.admin.query('select from _server.storage_blobs where due_at > now()')
    expect(noted).toEqual([])
  }, 60_000)

  it('goes with the account', async () => {
    const { client, id } = await vigie.member()
    await client.storage
      .from('avatars')
      .upload(avatarOf(id), await photograph('webp', 64, 64), { contentType: 'image/webp' })
    await client.storage.from('proofs').upload(`${id}/a.pdf`, '%PDF-1.7', { contentType: 'application/pdf' })
    await vigie.as.service_role.auth.admin.deleteUser(id)
    const { rows } = await vigie.admin.query('select name from storage.objects where name like $1', [
      `${id}%`,
    ])
    expect(rows).toEqual([])
  })
})

describe('a proof', () => {
  const pdf = Buffer.from('%PDF-1.7\n%%EOF')
  const options = { contentType: 'application/pdf' }

  it('is brought by a member, read by them and the admins, and by nobody else', async () => {
    const { client, id } = await vigie.member()
    const path = `${id}/${randomUUID()}.pdf`
    expect((await client.storage.from('proofs').upload(path, pdf, options)).error).toBeNull()
    const readers = { ...vigie.as, owner: client }
    for (const [who, { storage }] of Object.entries(readers)) {
      const may = ['owner', 'admin', 'service_role'].includes(who)
      const { data } = await storage.from('proofs').download(path)
      expect(data !== null, who).toBe(may)
      expect((await storage.from('proofs').list(id)).data?.length, who).toBe(may ? 1 : 0)
      expect((await storage.from('proofs').createSignedUrl(path, 60)).data !== null, who).toBe(may)
    }
    const open = await fetch(`${vigie.url}/storage/v1/object/public/proofs/${path}`)
    expect(open.status).toBe(400)
  })

  it('is replaced by nobody, and taken back by its owner alone', async () => {
    const { client, id } = await vigie.member()
    const path = `${id}/statement.pdf`
    await client.storage.from('proofs').upload(path, pdf, options)
    for (const actor of ['visitor', 'freemium', 'analyst', 'admin'] as const) {
      const files = vigie.as[actor].storage.from('proofs')
      expect((await files.remove([path])).data, actor).toEqual([])
      expect((await files.upload(`${id}/other.pdf`, pdf, options)).error, actor).toMatchObject({
        statusCode: '403',
      })
    }
    const own = client.storage.from('proofs')
    expect((await own.upload(path, pdf, { ...options, upsert: true })).error).toMatchObject({
      statusCode: '403',
    })
    expect((await own.move(path, `${id}/renamed.pdf`)).error).not.toBeNull()
    expect((await own.remove([path])).data).toHaveLength(1)
  })

  it('is a picture or a PDF by what it holds, and at most 10 MB', async () => {
    const { client, id } = await vigie.member()
    const files = client.storage.from('proofs')
    const page = '<html><script>1</script></html>'
    expect((await files.upload(`${id}/a.pdf`, page, options)).error?.message).toBe(
      'mime type text/html is not supported',
    )
    expect((await files.upload(`${id}/b.html`, page, { contentType: 'text/html' })).error?.message).toBe(
      'mime type text/html is not supported',
    )
    const large = Buffer.concat([pdf, Buffer.alloc(10_000_000)])
    expect((await files.upload(`${id}/c.pdf`, large, options)).error).toMatchObject({ statusCode: '413' })
  })
})
