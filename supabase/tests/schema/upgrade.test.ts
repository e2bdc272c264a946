import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import type { Json } from 'trading/proof/ledger'
import { collectProof, type ProofPage } from 'trading/proof/proof-format'
import { verifyExport } from 'trading/proof/verify-export'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRestored } from '../../../scripts/backup/check-restored.ts'
import { restore } from '../../../server/src/backup/restore.ts'
import { readConfig } from '../../../server/src/config.ts'
import { differences, readStructure } from '../../../server/src/database/catalogue.ts'
import { startEmbedded } from '../../../server/src/database/embedded.ts'
import { readMigrations } from '../../../server/src/database/migrations.ts'
import { releaseOf } from '../../../server/src/release.ts'
import { type Served, serve } from '../../../server/src/serve.ts'
import { type FreshDatabase, freshDatabase } from '../../../server/src/testing/fresh-database.ts'
import { loadFacts, type ReleaseFacts, readFacts } from '../../../server/src/testing/release-facts.ts'
import { scratchDirectory } from '../../../server/src/testing/scratch-directory.ts'
import { silentLog as log } from '../../../server/src/testing/silent-log.ts'
import { sha256 } from '../proof/proof-record.ts'

// Starts the data directory kept from each release with the current version.
const root = join(import.meta.dirname, '..', '..', '..')
const releases = globSync(join(import.meta.dirname, '..', 'releases', '*.json.br')).sort()
let fresh: FreshDatabase
let scratch: string
beforeAll(async () => {
  scratch = scratchDirectory('upgrade-')
  fresh = await freshDatabase()
  await fresh.apply(readMigrations(root))
})
afterAll(async () => {
  await fresh.drop()
  await rm(scratch, { recursive: true, force: true })
})

/** A data directory as an installation of that release left it. */
async function installation(name: string, facts: ReleaseFacts): Promise<string> {
  const dataDir = mkdtempSync(join(scratch, name))
  const database = await startEmbedded({ dataDir, log, settings: { fsync: 'off' } })
  await loadFacts(database.url, dataDir, root, facts)
  await database.stop()
  return dataDir
}

const start = (dataDir: string, projectDir = root) =>
  serve({ ...readConfig({ LOG_LEVEL: 'silent', PORT: '0', SEED: 'none' }, root), dataDir, projectDir })

/** The result of the public record check, as any visitor can run it. */
const publicVerdict = async ({ url, context }: Served) => {
  const { anonKey } = context.keys
  const visitor = createClient(url, anonKey, { auth: { persistSession: false } })
  const proof = await collectProof(async (after) => {
    const { data } = await visitor.rpc('export_proof', { after, page_size: 1000 }).throwOnError()
    return data as ProofPage
  })
  return verifyExport(proof as unknown as Json, { hash: sha256 })
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe.each(releases)('%s', (file) => {
  const facts = readFacts(file)
  const release = basename(file, '.json.br')

  it('starts, and its members, files, record and books are as they were', async () => {
    const dataDir = await installation(release, facts)
    const served = await start(dataDir)
    try {
      const health = await fetch(`${served.url}/health`)
      expect(await health.json()).toEqual({ status: 'ok', version: releaseOf(root) })
      const client = new pg.Client({ connectionString: served.databaseUrl })
      client.on('error', () => {})
      await client.connect()
      expect(
        differences(await readStructure(fresh.client), await readStructure(client), ['a new one', release]),
      ).toEqual([])
      for (const { name, count } of facts.tables) {
        // What a day's uploads used is forgotten two days later, whatever the release.
        if (name === '_server.storage_usage') continue
        const { rows } = await client.query(`select count(*)::int as n from ${name}`)
        expect(rows[0].n, name).toBeGreaterThanOrEqual(count)
      }
      await client.end()
      const { found, lost } = await checkRestored(served.databaseUrl, dataDir, undefined)
      const count = (table: string) => facts.tables.find(({ name }) => name === table)?.count
      expect(found).toBe(
        `${count('auth.users')} accounts, ${count('public.ledger')} entries of the ledger that verify, books that sum to zero, ${facts.accounts.length} files`,
      )
      expect(lost).toEqual([])
      expect(await publicVerdict(served)).toMatchObject({ verdict: 'concordant' })
      for (const { email, password } of facts.accounts) {
        const member = createClient(served.url, served.context.keys.anonKey, {
          auth: { persistSession: false },
        })
        const { data, error } = await member.auth.signInWithPassword({ email, password })
        expect(error).toBeNull()
        const proof = await member.storage.from('proofs').download(`${data.user?.id}/proof.pdf`)
        expect(await proof.data?.text()).toMatch(/^%PDF-1.7/)
        const { data: profile } = await member.from('profiles').select('id').single()
        expect(profile?.id).toBe(data.user?.id)
      }
    } finally {
      await served.stop()
    }
    const again = await start(dataDir)
    expect(again.upgraded).toBeUndefined()
    await again.stop()
  })
})

describe('an upgrade', () => {
  it('that fails changes nothing, names the copy that was made before, and that copy restores', async () => {
    const facts = readFacts(releases[0] as string)
    const dataDir = await installation('failing', facts)
    const broken = mkdtempSync(join(scratch, 'project'))
    for (const part of ['config.toml', 'migrations'])
      cpSync(join(root, 'supabase', part), join(broken, 'supabase', part), { recursive: true })
    writeFileSync(
      join(broken, 'supabase', 'migrations', '99990101000000_broken.sql'),
      `update public.profiles set first_name = 'changed'; select 1 / 0;`,
    )
    const failed = await start(dataDir, broken).catch((error: Error) => error.message)
    expect(failed).toContain('99990101000000_broken.sql failed: division by zero')
    expect(failed).toContain('The upgrade was rolled back: the data is unchanged')
    const [copy] = readdirSync(join(dataDir, 'safety'))
    expect(failed).toContain(`npm run restore -- ${join(dataDir, 'safety', copy ?? '')} --data NEW`)
    const state = `select (select array_agg(version order by version) from supabase_migrations.schema_migrations) as versions,
                          (select count(*)::int from public.profiles where first_name = 'changed') as changed`
    const expected = [{ versions: Object.keys(facts.recorded).sort(), changed: 0 }]
    const old = await startEmbedded({ dataDir, log })
    expect(await query(old.url, state)).toEqual(expected)
    await old.stop()
    const restored = mkdtempSync(join(scratch, 'restored'))
    await restore({
      source: { backup: join(dataDir, 'safety', copy ?? ''), wal: [], pool: '' },
      at: undefined,
      dataDir: restored,
      log,
      check: async (url, data) => {
        expect(await query(url, state)).toEqual(expected)
        expect((await checkRestored(url, data, undefined)).lost).toEqual([])
      },
    })
    const served = await start(restored)
    expect(served.upgraded?.copy).toContain(join(restored, 'safety', 'before-'))
    expect(existsSync(served.upgraded?.copy ?? '')).toBe(true)
    await served.stop()
    // It upgrades twice and restores once.
  }, 120_000)
})
