import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/src/database/embedded.ts'
import { scratchDirectory } from '../../server/src/testing/scratch-directory.ts'

/** `npm start` as a separate process that is interrupted and killed. */
const root = join(import.meta.dirname, '..', '..')
const member = { email: 'marin@example.com', password: 'corbeau lanterne 42 marée' }
let directory: string
let port: number
let running: Started | undefined

type Started = { process: ChildProcess; said(): string; ended: Promise<unknown> }
type Credentials = { url: string; anonKey: string; adminEmail: string; adminPassword: string }

beforeAll(async () => {
  directory = scratchDirectory('start-')
  port = await freePort()
})
afterAll(async () => {
  running?.process.kill('SIGTERM')
  await running?.ended
  rmSync(directory, { recursive: true, force: true })
})

async function start(): Promise<Started> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(directory, 'data'), NODE_ENV: '', VITEST: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  running = { process: child, said: () => said, ended: once(child, 'exit') }
  await expect
    .poll(() => said, { timeout: 120_000, message: 'npm start says that it is ready' })
    .toMatch(/Admin password {5}\S+/)
  return running
}

const credentials = () =>
  JSON.parse(readFileSync(join(directory, 'data', 'credentials.json'), 'utf8')) as Credentials
const client = () => {
  const { url, anonKey } = credentials()
  return createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
}
const canLogIn = async (account: { email: string; password: string }) =>
  (await client().auth.signInWithPassword(account)).error === null

describe('npm start', () => {
  it('prints the URL, by name because browsers refuse passkeys at IP addresses, and an administrator who can sign in', async () => {
    const { said } = await start()
    expect(said()).toContain(`Vigie is ready     http://localhost:${port}\n`)
    const { url, adminEmail, adminPassword } = credentials()
    expect(url).toBe(`http://localhost:${port}`)
    expect(said()).toContain(adminPassword)
    expect(await canLogIn({ email: adminEmail, password: adminPassword })).toBe(true)
    expect((await client().auth.signUp(member)).error).toBeNull()
  })

  it('stops cleanly when interrupted, and loses nothing across a restart', async () => {
    const first = running as Started
    const { adminPassword } = credentials()
    first.process.kill('SIGINT')
    expect(await first.ended).toEqual([0, null])
    expect(first.said()).not.toMatch(/error/i)
    await start()
    expect(credentials().adminPassword).toBe(adminPassword)
    expect(await canLogIn(member)).toBe(true)
  })

  it('restarts after a kill -9, without data loss or leftover processes', async () => {
    const killed = running as Started
    killed.process.kill('SIGKILL')
    await killed.ended
    const { said } = await start()
    expect(await canLogIn(member)).toBe(true)
    expect(said()).not.toMatch(/already served/)
  })

  it('can be interrupted at any time during its start', async () => {
    for (const wait of [0, 300, 600, 900]) {
      const before = running as Started
      before.process.kill('SIGINT')
      await before.ended
      const child = spawn(process.execPath, ['scripts/start.ts'], {
        cwd: root,
        env: { ...process.env, PORT: String(port), DATA_DIR: join(directory, 'data') },
        stdio: 'ignore',
      })
      await new Promise((resolve) => setTimeout(resolve, wait))
      child.kill('SIGINT')
      await once(child, 'exit')
      await start()
    }
    expect(await canLogIn(member)).toBe(true)
  })
})
