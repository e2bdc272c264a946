import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../testing/test-project.ts'
import { client, joined, type Options, pause, until } from '../realtime-clients.ts'

let project: TestProject
const clients: SupabaseClient[] = []
const connect = (options: Options = {}) => {
  const made = client(project, options)
  clients.push(made)
  return made
}

beforeAll(async () => {
  project = await testProject()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((made) => made.removeAllChannels()))
})
afterAll(() => project.stop())

describe.each([
  ['2.0.0', 'global'],
  ['2.0.0', 'ws'],
  ['1.0.0', 'global'],
] as const)('the official client, protocol %s over the %s transport', (vsn, transport) => {
  const options = { vsn, transport }

  it('[S-81] receives another client’s broadcasts in order, and not its own', async () => {
    const topic = `room:${vsn}:${transport}`
    const [speaker, listener] = [connect(options), connect(options)]
    const heard: unknown[] = []
    const echoed: unknown[] = []
    const listening = listener
      .channel(topic)
      .on('broadcast', { event: 'say' }, ({ payload }) => heard.push(payload.n))
    const speaking = speaker.channel(topic).on('broadcast', { event: '*' }, (message) => echoed.push(message))
    await Promise.all([joined(listening), joined(speaking)])
    for (let n = 0; n < 50; n++) await speaking.send({ type: 'broadcast', event: 'say', payload: { n } })
    await until(() => heard.length === 50)
    expect(heard).toEqual([...Array(50).keys()])
    expect(echoed).toEqual([])
  })

  it('receives its own broadcasts with `self`, and a confirmation of each with `ack`', async () => {
    const channel = connect(options).channel(`self:${vsn}:${transport}`, {
      config: { broadcast: { self: true, ack: true } },
    })
    const heard: unknown[] = []
    channel.on('broadcast', { event: 'Écho' }, (message) => heard.push(message))
    await joined(channel)
    const answer = await channel.send({ type: 'broadcast', event: 'Écho', payload: { text: 'é 🎈' } })
    expect(answer).toBe('ok')
    await until(() => heard.length === 1)
    expect(heard[0]).toEqual({ type: 'broadcast', event: 'Écho', payload: { text: 'é 🎈' } })
  })

  it('leaves a channel and joins it again', async () => {
    const made = connect(options)
    const before = Date.now()
    const channel = made.channel('again')
    await joined(channel)
    expect(await made.removeChannel(channel)).toBe('ok')
    await joined(made.channel('again'))
    expect(Date.now() - before).toBeLessThan(3000)
  })
})

it('sends bytes between clients, and drops them for the first protocol', async () => {
  const heard: unknown[] = []
  const older: unknown[] = []
  const listening = connect()
    .channel('bytes')
    .on('broadcast', { event: 'b' }, ({ payload }) => heard.push(payload))
  const listeningOlder = connect({ vsn: '1.0.0' })
    .channel('bytes')
    .on('broadcast', { event: 'b' }, ({ payload }) => older.push(payload))
  const speaking = connect().channel('bytes')
  await Promise.all([joined(listening), joined(listeningOlder), joined(speaking)])
  await speaking.send({ type: 'broadcast', event: 'b', payload: new Uint8Array([0, 255, 7]).buffer })
  await speaking.send({ type: 'broadcast', event: 'b', payload: { after: 'text' } })
  await until(() => heard.length === 2 && older.length === 1)
  expect(new Uint8Array(heard[0] as ArrayBuffer)).toEqual(new Uint8Array([0, 255, 7]))
  expect(heard[1]).toEqual({ after: 'text' })
  expect(older).toEqual([{ after: 'text' }])
})

it('never delivers messages between a public and a private topic of the same name', async () => {
  const open: unknown[] = []
  const closed: unknown[] = []
  const service = { key: project.serviceRoleKey }
  await joined(
    connect()
      .channel('twin')
      .on('broadcast', { event: '*' }, ({ payload }) => open.push(payload)),
  )
  await joined(
    connect(service)
      .channel('twin', { config: { private: true } })
      .on('broadcast', { event: '*' }, ({ payload }) => closed.push(payload)),
  )
  const sender = connect(service)
  await sender.channel('twin').httpSend('e', { to: 'open' })
  await connect(service)
    .channel('twin', { config: { private: true } })
    .httpSend('e', { to: 'closed' })
  await until(() => open.length === 1 && closed.length === 1)
  await pause(50)
  expect([open, closed]).toEqual([[{ to: 'open' }], [{ to: 'closed' }]])
})

it('falls back to HTTP when the channel is not joined', async () => {
  const heard: unknown[] = []
  await joined(
    connect()
      .channel('fallback')
      .on('broadcast', { event: 'e' }, ({ payload }) => heard.push(payload)),
  )
  const silent = connect().channel('fallback')
  expect(await silent.send({ type: 'broadcast', event: 'e', payload: { by: 'http' } })).toBe('ok')
  await until(() => heard.length === 1)
  expect(heard).toEqual([{ by: 'http' }])
})

it('sends bytes by HTTP', async () => {
  const heard: ArrayBuffer[] = []
  await joined(
    connect()
      .channel('http bytes/é')
      .on('broadcast', { event: 'e?' }, ({ payload }) => heard.push(payload)),
  )
  await connect()
    .channel('http bytes/é')
    .httpSend('e?', new Uint8Array([1, 2, 3]))
  await until(() => heard.length === 1)
  expect(new Uint8Array(heard[0] as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 3]))
})

it('answers a join with postgres_changes as the client expects, and reports that they are not supported', async () => {
  const system: Record<string, unknown>[] = []
  const channel = connect()
    .channel('changes')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'todos', filter: 'id=eq.1' }, () => {})
    .on('postgres_changes', { event: 'INSERT', schema: 'public' }, () => {})
    .on('system', {}, (payload) => system.push(payload))
  await joined(channel)
  await until(() => system.length === 1)
  expect(system[0]).toMatchObject({ extension: 'postgres_changes', status: 'error', channel: 'changes' })
})

it('refuses a topic without a name, and a 101st channel', async () => {
  await expect(joined(connect().channel(''))).rejects.toThrow(
    'TopicNameRequired: You must provide a topic name',
  )
  const many = connect()
  await Promise.all([...Array(99).keys()].map((n) => joined(many.channel(`n${n}`))))
  await pause(1100)
  await joined(many.channel('n99'))
  await expect(joined(many.channel('n100'))).rejects.toThrow('ChannelRateLimitReached: Too many channels')
})
