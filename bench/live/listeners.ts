// Members who listen as the web application does, and the comparison of what they received with the record.
import { createClient } from '@supabase/supabase-js'
import { type Message, TopicFeed } from '../../web/src/lib/live/topic-feed.ts'
import { pause, until } from '../process.ts'

/** An event by signal and sequence, and whether only premium members may receive it. */
export type Entry = { event: string; premium_only: boolean }

type Told = {
  kind: string
  signal_id: string
  /** Absent for the publication, which is the first event. */
  sequence?: number
  signal: { tier: string; signal_states: { state: string } | null; signal_levels?: unknown }
}
export type Person = { token: string; tier: 'premium' | 'freemium' }
type Heard = {
  readonly tier: Person['tier']
  readonly told: string[]
  readonly numbers: number[]
  readonly leaked: number
}
export type Listener = Heard & { feed: TopicFeed<Told>; stop(): void }

/** Listens as the web application does: the channel of the member's tier, and the feed that fills gaps. */
export function listen(port: number, anonKey: string, { token, tier }: Person): Listener {
  const client = createClient(`http://127.0.0.1:${port}`, anonKey, {
    accessToken: async () => token,
    realtime: { timeout: 5000, reconnectAfterMs: (tries: number) => Math.min(200 * tries, 1000) },
  })
  const told: string[] = []
  const numbers: number[] = []
  const topic = `signals:${tier}`
  let leaked = 0
  const feed = new TopicFeed<Told>({
    read: async (after) => {
      const from = after && { after: after.number, epoch: after.epoch }
      const { data, error } = await client.rpc('catch_up', { topic, ...from })
      if (error) throw error
      return data
    },
    // The first is the joining. What is missed for another is lost.
    reload: () => {},
    tell: ({ payload: { number, kind, signal_id, sequence = 1, signal } }) => {
      told.push(`${signal_id} ${sequence}`)
      numbers.push(number)
      const open = !signal.signal_states || ['pending', 'active'].includes(signal.signal_states.state)
      if (tier === 'freemium' && signal.tier === 'premium' && open)
        if (kind !== 'published' || signal.signal_states || signal.signal_levels) leaked += 1
    },
    pause: async (attempt) => void (await pause(Math.min(100 * attempt, 1000))),
  })
  client
    .channel(topic, { config: { private: true } })
    .on('broadcast', { event: 'signal' }, (message) => feed.live(message as unknown as Message<Told>))
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') void feed.joined()
    })
  return {
    feed,
    tier,
    told,
    numbers,
    get leaked() {
      return leaked
    },
    stop() {
      feed.stop()
      void client.removeAllChannels()
      client.realtime.disconnect()
    },
  }
}

/**
 * Reads the record and the received messages until both are stable: a requested withdrawal is carried out within a minute,
 * possibly between two reads.
 */
export async function untilStill(
  listeners: readonly Listener[],
  read: () => Promise<Entry[]>,
): Promise<[Heard[], Entry[]]> {
  let record = await read()
  while (true) {
    await until(
      () => listeners.every(({ told, tier }) => told.length >= dueTo(tier, record).length),
      60_000,
      'everybody has caught up',
      // Members who lack messages are reported below.
    ).catch(() => {})
    const heard = listeners.map(({ tier, told, numbers, leaked }) => ({
      tier,
      told: [...told],
      numbers: [...numbers],
      leaked,
    }))
    const later = await read()
    if (later.length === record.length) return [heard, record]
    record = later
  }
}

const dueTo = (tier: Person['tier'], record: readonly Entry[]) =>
  record.filter(({ premium_only }) => tier === 'premium' || !premium_only)

export function judge(listeners: readonly Heard[], record: readonly Entry[]) {
  let [due, told, lost, doubled, disordered, leaked] = [0, 0, 0, 0, 0, 0]
  for (const listener of listeners) {
    const { numbers, tier } = listener
    const heard = new Set(listener.told)
    const expected = dueTo(tier, record)
    due += expected.length
    told += listener.told.length
    lost += expected.filter(({ event }) => !heard.has(event)).length
    doubled += listener.told.length - heard.size
    disordered += numbers.filter(
      (number, index) => index > 0 && number < (numbers[index - 1] as number),
    ).length
    leaked +=
      listener.leaked + [...heard].filter((event) => !expected.some((one) => one.event === event)).length
  }
  return { events: record.length, due, told, lost, doubled, disordered, leaked }
}
