import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type TestProject, type TestProjectOptions, testProject } from '../testing/test-project.ts'

/** Test support: a server whose stored files can be counted, and the official client for several users. */
export type StorageProject = TestProject & {
  service: SupabaseClient
  visitor: SupabaseClient
  /** The client of a member with this id. */
  member(id: string): Promise<SupabaseClient>
  /** Files in the directory: stored, staged, and partially uploaded. */
  files(): { blobs: number; staging: number; resumable: number }
  /** Waits until nothing is left to sweep. */
  settled(): Promise<void>
  directory: string
}

export async function storageProject(toml = '', options: TestProjectOptions = {}): Promise<StorageProject> {
  const home = mkdtempSync(join(tmpdir(), 'storage-project-'))
  mkdirSync(join(home, 'supabase'))
  writeFileSync(join(home, 'supabase', 'config.toml'), toml)
  const directory = options.storage?.directory ?? join(home, 'storage')
  const project = await testProject({
    ...options,
    storage: { directory, ...options.storage },
    projectDir: home,
  })
  const client = (key: string, accessToken?: string) =>
    createClient(project.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(accessToken && { accessToken: async () => accessToken }),
    })
  const count = (folder: string) => {
    try {
      return readdirSync(join(directory, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length
    } catch {
      return 0
    }
  }
  return {
    ...project,
    directory,
    service: client(project.serviceRoleKey),
    visitor: client(project.anonKey),
    async member(id) {
      const exp = Math.floor(project.context.now().getTime() / 1000) + 3600
      return client(project.anonKey, await project.keys.issue({ role: 'authenticated', sub: id, exp }))
    },
    files: () => ({ blobs: count('blobs'), staging: count('staging'), resumable: count('resumable') }),
    async settled() {
      for (;;) {
        const { rows } = await project.admin.query(
          'select count(*)::int as due from _server.storage_blobs where due_at <= now()',
        )
        if (rows[0].due === 0) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async stop() {
      await project.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
