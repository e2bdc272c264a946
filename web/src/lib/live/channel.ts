// Owns how a page joins a channel of the realtime service. No page needs a channel to render, so the realtime client is
// loaded with the first channel.
import { queryClient } from '#lib/data/query.ts'
import { retryDelay } from '#lib/data/retry.ts'
import { presenceOf } from './presence.ts'

/** The longest delay before joining: a page with slow reads must receive messages all the same. */
const AT_LATEST_MS = 1500
const LOOK_MS = 50

/** `ended`: closed by the server for good; `refused`: not authorised; `away`: disconnected, rejoins automatically. */
export type ChannelState = 'joined' | 'away' | 'ended' | 'refused'

type Hear = (message: { event: string; payload: never }) => void

/** Channels being removed. Until removal completes, the client would return the old channel. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Joins a private channel that the page has not joined yet, and rejoins it automatically after a disconnection. `onState`
 * receives the state each time it may have changed. Returns a function that leaves the channel; no callback runs after it.
 * Screens use topics instead (`topic.ts`), which join each channel once for all parts of the page.
 */
export function joinChannel(topic: string, hear: Hear, onState: (state: ChannelState) => void): () => void {
  const left = new AbortController()
  void join(topic, hear, onState, left.signal)
  return () => left.abort()
}

async function join(
  topic: string,
  hear: Hear,
  onState: (state: ChannelState) => void,
  left: AbortSignal,
): Promise<void> {
  const realtime = await realtimeClient(left)
  await leaving.get(topic)
  // The server authorises a private channel by the token sent with the join.
  await realtime?.setAuth()
  if (!realtime || left.aborted) return
  let ended = false
  const joined = realtime.channel(topic, { config: { private: true } })
  joined.on('broadcast', { event: '*' }, (message) => {
    if (!left.aborted) hear(message as never)
  })
  const presence = presenceOf(topic)
  if (presence) joined.on('presence', { event: 'sync' }, () => presence.tell(joined.presenceState()))
  joined.subscribe((status, error) => {
    if (left.aborted) return
    const state = stateOf(status, error)
    presence?.follow(state === 'joined' ? joined : null)
    ended = state === 'ended'
    onState(state)
  })
  const leave = () => {
    presence?.follow(null)
    // A channel that the server ended is removed already; removing it again would end its successor.
    if (ended) return
    const gone = realtime.removeChannel(joined).finally(() => {
      if (leaving.get(topic) === gone) leaving.delete(topic)
    })
    leaving.set(topic, gone)
  }
  left.addEventListener('abort', leave, { once: true })
}

function stateOf(status: string, error: Error | undefined): ChannelState {
  if (status === 'SUBSCRIBED') return 'joined'
  if (status === 'CLOSED') return 'ended'
  return error?.message.includes('Unauthorized') ? 'refused' : 'away'
}

/** Null if no longer wanted. A failed download is retried, since the network may be the cause. */
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

/**
 * Waits until the page has loaded and rendered its data, which takes priority. Uses timers, because hidden pages get no
 * animation frames.
 */
async function firstReads(): Promise<void> {
  const begun = performance.now()
  do await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  while (isOpening() && performance.now() - begun < AT_LATEST_MS)
}

/** A screen without a heading is not rendered yet, and has not started its reads. */
const isOpening = () => queryClient.isFetching() > 0 || document.querySelector('h1') === null
