import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { freePort } from '../../server/src/database/embedded.ts'
import {
  hostileImages,
  photograph,
  type SampleFormat,
} from '../../server/src/storage/images/sample-images.ts'
import { credentialsIn, root, startScript, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, ratio, rounded, table } from '../statistics.ts'
import { memory, watchMemory } from '../storage.ts'

/** Uploads 160 photographs of 0.2 to 2 MB and 40 hostile files as profile images, compared with sharp alone on the same bytes. */
const ROUNDS = sized(3, 1)
const VALID = sized(160, 8)
const HOSTILE = sized(40, 5)
const MEMBERS = sized(8, 2)
const TYPES: Record<SampleFormat, string> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }
type Photograph = { bytes: Buffer; contentType: string }

export const measure = (): Promise<string> =>
  withDirectory(async (dataDir) => {
    const valid = await photographs()
    const hostile = Object.values(await hostileImages())
    const options = ['--project', root, '--port', String(await freePort()), '--data', join(dataDir, 'data')]
    const server = await startScript('server/src/main.ts', options, { SEED: 'none' }, { ready: /Serving/ })
    try {
      const { url, anonKey } = credentialsIn(join(dataDir, 'data'))
      const members = await Promise.all(
        Array.from({ length: MEMBERS }, async () => {
          const client = createClient(url, anonKey, {
            auth: { persistSession: false, autoRefreshToken: false },
          })
          const { data } = await client.auth.signUp({
            email: `${randomUUID()}@example.com`,
            password: 'a long test password',
          })
          return { files: client.storage.from('avatars'), path: `${data.user?.id}/avatar.webp` }
        }),
      )
      const bring = async (images: readonly Photograph[]) => {
        const waiting = [...images]
        let taken = 0
        const bringOne = async ({ files, path }: (typeof members)[number]) => {
          for (let image = waiting.pop(); image; image = waiting.pop()) {
            const { error } = await files.upload(path, image.bytes, {
              contentType: image.contentType,
              upsert: true,
            })
            if (!error) taken += 1
          }
        }
        await Promise.all(members.map(bringOne))
        return taken
      }
      await bring(valid.slice(0, 16))
      const before = memory(server.pid)
      const watch = watchMemory(server.pid)
      const [ours, limit]: [number[], number[]] = [[], []]
      let refused = 0
      for (let round = 0; round < ROUNDS; round++) {
        limit.push(await perSecond(() => bare(valid)))
        ours.push(
          await perSecond(async () => {
            const taken = await bring(valid)
            if (taken !== VALID) throw new Error(`only ${taken} of ${VALID} photographs were taken`)
          }),
        )
        const bad = Array.from({ length: HOSTILE }, (_, index) => ({
          bytes: hostile[index % hostile.length] as Buffer,
          contentType: Object.values(TYPES)[index % 3] as string,
        }))
        refused += HOSTILE - (await bring(bad))
      }
      const grown = watch.stop() - before
      return `${table(
        ['profile images of 0.2 to 2 MB', 'images/s', 'Vigie ÷ this (range)'],
        [
          ['Vigie: upload, checks, drawing anew, disk, row', rounded(median(ours), 1), ''],
          ['sharp alone: the limit', rounded(median(limit), 1), ratio(ours, limit)],
        ],
      )}

Refused of ${HOSTILE * ROUNDS} hostile files: ${rounded((100 * refused) / (HOSTILE * ROUNDS))} %. Memory of the server while it works: ${rounded(grown / 1e6)} MB more than before.
${ROUNDS} interleaved rounds of ${VALID} photographs, ${MEMBERS} members at once; the members' program, the server and PostgreSQL share two cores.`
    } finally {
      await server.stop()
    }
  })

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (VALID * 1000) / (performance.now() - begun)
}

/** The same image processing on both cores without the server. */
async function bare(images: readonly Photograph[]): Promise<void> {
  sharp.cache(false)
  sharp.concurrency(1)
  const waiting = [...images]
  const draw = async () => {
    for (let image = waiting.pop(); image; image = waiting.pop()) {
      await sharp(image.bytes, { failOn: 'error', sequentialRead: true })
        .autoOrient()
        .resize({ width: 512, height: 512, fit: 'cover' })
        .webp({ quality: 82 })
        .toBuffer()
    }
  }
  await Promise.all([draw(), draw()])
}

async function photographs(): Promise<Photograph[]> {
  const kinds: [SampleFormat, number, number][] = [
    ['jpeg', 1600, 1200],
    ['webp', 1800, 1300],
    ['jpeg', 2400, 1800],
    ['png', 700, 500],
  ]
  const made = await Promise.all(
    kinds.map(async ([format, width, height]) => ({
      bytes: await photograph(format, width, height),
      contentType: TYPES[format],
    })),
  )
  for (const { bytes, contentType } of made) {
    if (bytes.length < 200_000 || bytes.length > 2_000_000)
      throw new Error(`a ${contentType} of ${bytes.length} bytes`)
  }
  return Array.from({ length: VALID }, (_, index) => made[index % made.length] as Photograph)
}
