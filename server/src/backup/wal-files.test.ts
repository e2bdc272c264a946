import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyWal, walAfter } from './wal-files.ts'

const [FIRST, SECOND] = ['000000010000000000000001', '000000010000000000000002']
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wal-'))
})
afterAll(() => rm(directory, { recursive: true }))

it('a segment that is completed while it is restored is copied under its own name, and no other missing file is passed over', async () => {
  const partial = join(directory, `${SECOND}.partial`)
  await writeFile(partial, 'begun')
  const { files } = await walAfter(directory, FIRST)
  expect(files).toMatchObject([{ name: SECOND, path: partial }])
  await writeFile(partial, 'begun and completed')
  await rename(partial, join(directory, SECOND))
  const to = join(directory, 'restored')
  await copyWal(files[0]!, to)
  expect(await readFile(to, 'utf8')).toBe('begun and completed')
  await rm(join(directory, SECOND))
  await expect(copyWal(files[0]!, to)).rejects.toThrow('ENOENT')
  await expect(copyWal({ name: FIRST, path: join(directory, FIRST) }, to)).rejects.toThrow('ENOENT')
})
