// Owns how a page joins a channel of the realtime service. No page needs one to be drawn: the client of the service is
// fetched with the first.
import { queryClient } from '#lib/data/query.ts'
import { retryDelay } from '#lib/data/retry.ts'

/** At the latest then: a page that reads for long must hear what happens all the same. */
const AT_LATEST_MS = 1500
const LOOK_MS = 50

/** What to do with the payload of each event of a channel. */
type Events = Readonly<Record<string, (payload: never) => void>>

/** `ended` by the server, for good; `refused` to whoever asks; `away` until it is joined again by itself. */
export type ChannelState = 'joined' | 'away' | 'ended' | 'refused'

/** What a part of the page wants of a channel. */
type Part = { events: Events; onState: ((state: ChannelState) => void) | undefined }
/** A topic is joined once, however many parts hear it: with the first of them, and until the last has left. */
type Shared = { parts: Set<Part>; state: ChannelState | null; left: AbortController }

const shared = new Map<string, Shared>()
/** A channel that is being left is still known to the client, which would hand it out again. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Joins a private channel and hears its events until it is left; after a cut it is joined again by itself. `onState` is told
 * how the channel stands, each time that this may have changed. Returns how to leave: nothing is heard from then on, by this
 * part of the page alone.
 */
export function joinChannel(
  topic: string,
  events: Events,
  onState?: (state: ChannelState) => void,
): () => void {
  const part: Part = { events, onState }
  const channel = shared.get(topic) ?? open(topic)
  channel.parts.add(part)
  // A part that joins an open channel is told so, as if it had opened it.
  queueMicrotask(() => {
    if (channel.state !== null && channel.parts.has(part)) onState?.(channel.state)
  })
  return () => {
    if (!channel.parts.delete(part) || channel.parts.size > 0) return
    if (shared.get(topic) === channel) shared.delete(topic)
    channel.left.abort()
  }
}

function open(topic: string): Shared {
  const channel: Shared = { parts: new Set(), state: null, left: new AbortController() }
  shared.set(topic, channel)
  void join(topic, channel)
  return channel
}

async function join(topic: string, channel: Shared): Promise<void> {
  const { signal } = channel.left
  const realtime = await realtimeClient(signal)
  await leaving.get(topic)
  // A private channel is let in by the token that it is asked for with.
  await realtime?.setAuth()
  if (!realtime || signal.aborted) return
  const joined = realtime.channel(topic, { config: { private: true } })
  joined.on('broadcast', { event: '*' }, ({ event, payload }) => {
    for (const { events } of [...channel.parts]) events[event]?.(payload as never)
  })
  joined.subscribe((status, error) => {
    if (signal.aborted) return
    const state = stateOf(status, error)
    channel.state = state
    // It does not come back: the next part to join opens another.
    if (state === 'ended' && shared.get(topic) === channel) shared.delete(topic)
    for (const part of [...channel.parts]) if (channel.parts.has(part)) part.onState?.(state)
  })
  const leave = () => {
    // What the server ended is left already; said once more, it would end the channel that has followed it.
    if (channel.state === 'ended') return
    const gone = realtime.removeChannel(joined).finally(() => {
      if (leaving.get(topic) === gone) leaving.delete(topic)
    })
    leaving.set(topic, gone)
  }
  signal.addEventListener('abort', leave, { once: true })
}

function stateOf(status: string, error: Error | undefined): ChannelState {
  if (status === 'SUBSCRIBED') return 'joined'
  if (status === 'CLOSED') return 'ended'
  return error?.message.includes('Unauthorized') ? 'refused' : 'away'
}

/** Null when it is wanted no more. A file that does not come is asked for again: it may be the network that is missing. */
async function realtimeClient(unwanted: AbortSignal) {
  await firstReads()
  for (let failures = 0; !unwanted.aborted; failures++) {
    try {
      return (await import('./realtime.ts')).realtime
    } catch (error) {
      console.error('the client of the channels could not be fetched', error)
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)))
    }
  }
  return null
}

/** Until the page has read what it was opened for, and had a moment to draw it: that has the line first. Not by frames, which a hidden page has none of. */
async function firstReads(): Promise<void> {
  const begun = performance.now()
  do await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  while (isOpening() && performance.now() - begun < AT_LATEST_MS)
}

/** A screen that is not there yet has not begun to read; each has a title. */
const isOpening = () => queryClient.isFetching() > 0 || document.querySelector('h1') === null
