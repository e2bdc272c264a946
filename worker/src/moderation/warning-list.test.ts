import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { importWarnings } from './import-warnings.ts'
import { parseWarningList } from './warning-list.ts'

const FILE = join(import.meta.dirname, 'fixtures/warning-list.csv')
const table = readFileSync(FILE, 'utf8')

describe('the AMF’s table', () => {
  it('is read whatever the spelling of its columns: names, addresses and mail addresses', () => {
    expect(parseWarningList(table)).toEqual([
      {
        name: 'https://www.or-facile-invest.example/',
        domain: 'or-facile-invest.example',
        category: 'Biens divers',
        listed_on: '2026-10-02',
      },
      {
        name: 'Premier Marchés Capital',
        domain: null,
        category: 'Forex; options binaires',
        listed_on: '2026-09-14',
      },
      {
        name: 'contact@gestion-sereine.example',
        domain: 'gestion-sereine.example',
        category: 'Usurpation',
        listed_on: '2026-11-05',
      },
      {
        name: 'Banque du Littoral',
        domain: null,
        category: "Usurpation d'identité",
        listed_on: '2026-11-06',
      },
      { name: 'fx24prime.example', domain: 'fx24prime.example', category: 'Forex', listed_on: '2026-11-12' },
      { name: 'Maison "Aurum" Trading', domain: null, category: 'Crypto-actifs', listed_on: '2026-11-01' },
    ])
    const other = table.replace(/^.*\n/, '\uFEFFnom,categorie,date_inscription\r\n').replaceAll(';', ',')
    expect(parseWarningList(other.split('\n').slice(0, 2).join('\n'))[0]?.domain).toBe(
      'or-facile-invest.example',
    )
  })

  it('without a column of names is refused', () => {
    expect(() => parseWarningList('<html><body>Maintenance</body></html>')).toThrow(RangeError)
  })
})

describe('the import', () => {
  let project: TestProject
  let pool: Pool
  let site: Server
  let address: string
  const log = pino({ level: 'silent' })
  const folder = mkdtempSync(join(tmpdir(), 'warnings-'))
  beforeAll(async () => {
    project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
    pool = createPool(project.databaseUrl, 2, log)
    site = createServer((request, response) => {
      if (request.url === '/datasets/listes') {
        response.setHeader('content-type', 'application/json')
        response.end(
          JSON.stringify({
            resources: [
              { format: 'pdf', url: `${address}/notice.pdf` },
              {
                format: 'csv',
                url: `${address}/liste.csv`,
                last_modified: '2026-11-13T08:00:00.000000+00:00',
              },
            ],
          }),
        )
      } else if (request.url === '/liste.csv') response.end(Buffer.from(table, 'latin1'))
      else response.writeHead(503).end()
    })
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  }, 60_000)
  afterAll(async () => {
    site.close()
    await pool.end()
    await project.stop()
    rmSync(folder, { recursive: true })
  })

  const run = (source: string | null) =>
    importWarnings({ pool, log, now: () => Date.parse('2026-11-20T05:13:00Z') }, source)
  const list = async () =>
    (await pool.query('select address, list_date::text, fetched_at, entries from warning_lists')).rows[0]

  it('does nothing without a source', async () => {
    await run(null)
    expect(await list()).toBeUndefined()
  })

  it('finds the table through the description of its data set, with the date of its last change', async () => {
    await run(`${address}/datasets/listes`)
    expect(await list()).toEqual({
      address: `${address}/liste.csv`,
      list_date: '2026-11-13',
      fetched_at: new Date('2026-11-20T05:13:00Z'),
      entries: 6,
    })
    const { rows } = await pool.query('select name, words, domain from warning_list_entries order by name')
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'Premier Marchés Capital', words: 'premier marches capital', domain: null },
        // Everybody may write the true name of a firm that somebody usurps.
        { name: 'Banque du Littoral', words: null, domain: null },
        { name: 'fx24prime.example', words: null, domain: 'fx24prime.example' },
      ]),
    )
  })

  it('reads a file, whose date is that of its newest entry', async () => {
    await run(FILE)
    expect(await list()).toMatchObject({ address: FILE, list_date: '2026-11-12', entries: 6 })
  })

  it('keeps the list that it has when the site is down or the file is cut off', async () => {
    await expect(run(`${address}/gone`)).rejects.toThrow('503')
    const cut = join(folder, 'cut.csv')
    writeFileSync(cut, table.split('\n').slice(0, 2).join('\n'))
    await expect(run(cut)).rejects.toThrow('list_is_cut')
    expect(await list()).toMatchObject({ address: FILE, entries: 6 })
  })
})
