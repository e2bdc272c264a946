import { WebSocket } from 'ws'
import { pause } from '../process.ts'

/** Many websockets that count received frames. */
export type Sockets = {
  /** Resets the frame count. */
  expect(): void
  /** Waits until `count` frames have arrived (at most five seconds), and a moment longer for duplicates. */
  settled(count: number): Promise<{ received: number; lastAt: number }>
  last(group: string): string
  /** How many frames of a freemium member contained a level, since the sockets were opened. */
  readonly leaked: number
  close(): void
}

export type SocketPlan = {
  url: string
  greeting?: string | undefined
  /** Sent periodically to servers that close silent sockets. */
  heartbeat?: string
  group: string
}

const HEARTBEAT_MS = 20_000

/** Must not occur in a frame to a member without access to levels. */
const LEVELS = ['stop_loss', 'entry_low', 'entry_high', '"direction"', '"targets"']

/** Opens each socket, sends its greeting and waits for the answer. `onFrame` receives each frame with its socket's index. */
export async function openSockets(
  plans: SocketPlan[],
  onFrame?: (frame: Buffer, place: number) => void,
): Promise<Sockets> {
  let received = 0
  let lastAt = 0
  const lastOf = new Map<string, string>()
  let leaked = 0
  const sockets: WebSocket[] = []
  const beating: NodeJS.Timeout[] = []
  for (let from = 0; from < plans.length; from += 50) {
    await Promise.all(plans.slice(from, from + 50).map((plan, index) => open(plan, from + index)))
  }
  return {
    expect: () => {
      received = 0
    },
    settled: async (count) => {
      for (const until = performance.now() + 5000; received < count && performance.now() < until; )
        await pause(1)
      await pause(20)
      return { received, lastAt }
    },
    last: (group) => lastOf.get(group) ?? '',
    get leaked() {
      return leaked
    },
    close: () => {
      for (const timer of beating) clearInterval(timer)
      for (const socket of sockets) socket.terminate()
    },
  }

  function open({ url, greeting, heartbeat, group }: SocketPlan, place: number): Promise<void> {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    sockets.push(socket)
    if (heartbeat !== undefined) beating.push(setInterval(() => socket.send(heartbeat), HEARTBEAT_MS))
    return new Promise((resolve, reject) => {
      let greeted = greeting === undefined
      socket.once('error', reject)
      socket.on('open', () => (greeting === undefined ? resolve() : socket.send(greeting)))
      socket.on('message', (data: Buffer) => {
        if (data[0] === 0x32 && data.length === 1) return socket.send('3')
        if (!greeted) {
          const text = data.toString()
          if (text.startsWith('0{')) return
          greeted = true
          if (text.includes('"status":"error"')) return reject(new Error(text))
          return resolve()
        }
        if (data.includes('presence_state') || data.includes('phx_reply')) return
        received++
        lastAt = performance.now()
        onFrame?.(data, place)
        if (group === 'freemium' && LEVELS.some((level) => data.includes(level))) leaked++
        if (lastOf.get(group)?.length !== data.length) lastOf.set(group, data.toString())
      })
    })
  }
}
