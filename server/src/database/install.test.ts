import { expect, it } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { differences, readStructure } from './catalogue.ts'
import { baseFiles, installBase, staleBaseFiles } from './install.ts'

it('applying the base files again changes nothing, as when an upgrade applies an edited one', async () => {
  const { client, drop } = await freshDatabase()
  try {
    const before = await readStructure(client)
    expect(await staleBaseFiles(client)).toEqual([])
    await client.query('delete from _server.base_files')
    expect(await staleBaseFiles(client)).toHaveLength(baseFiles().length)
    await installBase(client)
    expect(differences(before, await readStructure(client), ['once', 'twice'])).toEqual([])
  } finally {
    await drop()
  }
})
