import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { type Served, serve } from './serve.ts'

/** A project unrelated to this repository's product, with its own embedded database. */
let served: Served
const dataDir = mkdtempSync(join(tmpdir(), 'foreign-'))
const projectDir = join(import.meta.dirname, '..', 'fixtures', 'foreign')
const configuration = { ...readConfig({ LOG_LEVEL: 'silent', PORT: '0' }, tmpdir()), projectDir, dataDir }
const client = () =>
  createClient(served.url, served.context.keys.anonKey, { auth: { persistSession: false } })

beforeAll(async () => {
  served = await serve(configuration)
})
afterAll(async () => {
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('any Supabase project directory', () => {
  it('[S-80] [S-84] is served: its sign-up trigger, policies and embeds work with the official client', async () => {
    const [ann, bob] = [client(), client()]
    await ann.auth.signUp({
      email: 'ann@example.com',
      password: 'correct horse',
      options: { data: { name: 'Ann' } },
    })
    await bob.auth.signUp({
      email: 'bob@example.com',
      password: 'battery staple',
      options: { data: { name: 'Bob' } },
    })
    const garden = await ann.from('gardens').select('id, name').single()
    expect(garden.data?.name).toBe('First garden of Ann')
    const planted = await ann
      .from('plants')
      .insert({ garden_id: garden.data?.id, name: 'Fern', height_cm: 12.5 })
      .select()
    expect(planted.error).toBeNull()
    const { data } = await ann.from('gardens').select('name, plants(name, height_cm)')
    expect(data).toEqual([{ name: 'First garden of Ann', plants: [{ name: 'Fern', height_cm: 12.5 }] }])
    const others = await bob.from('plants').select()
    expect(others.data).toEqual([])
  })

  it('applies its own configuration', async () => {
    const { error } = await client().auth.signUp({ email: 'carl@example.com', password: 'nine char' })
    expect(error?.code).toBe('weak_password')
  })

  it('signs in a user whom a seed inserted with few columns', async () => {
    const { data, error } = await client().auth.signInWithPassword({
      email: 'seeded@example.com',
      password: 'seeded-password',
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata.name).toBe('Seeded')
  })

  it('[S-83] runs its functions', async () => {
    const { data, error } = await client().functions.invoke('hello', { body: { name: 'world' } })
    expect(error).toBeNull()
    expect(data).toEqual({ greeting: 'Hello world from here' })
  })

  it('[S-81] delivers its broadcasts', async () => {
    const [listener, speaker] = [client(), client()]
    const heard = new Promise((resolve, reject) => {
      listener
        .channel('garden')
        .on('broadcast', { event: 'rain' }, ({ payload }) => resolve(payload))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED')
            void speaker.channel('garden').httpSend('rain', { mm: 3 }).catch(reject)
        })
    })
    expect(await heard).toEqual({ mm: 3 })
    await Promise.all([listener.removeAllChannels(), speaker.removeAllChannels()])
  })

  it('keeps its data across a restart', async () => {
    await served.stop()
    served = await serve(configuration)
    const ann = client()
    await ann.auth.signInWithPassword({ email: 'ann@example.com', password: 'correct horse' })
    const { data } = await ann.from('plants').select('name')
    expect(data).toEqual([{ name: 'Fern' }])
  })
})
