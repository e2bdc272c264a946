// Owns how a page joins a channel of the realtime service. No page needs one to be drawn: the client of the service is
// fetched with the first.
import { queryClient } from '#lib/data/query.ts'
import { retryDelay } from '#lib/data/retry.ts'

/** At the latest then: a page that reads for long must hear what happens all the same. */
const AT_LATEST_MS = 1500
const LOOK_MS = 50

/** `ended` by the server, for good; `refused` to whoever asks; `away` until it is joined again by itself. */
export type ChannelState = 'joined' | 'away' | 'ended' | 'refused'

type Hear = (message: { event: string; payload: never }) => void

/** A channel that is being left is still known to the client, which would hand it out again. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Joins a private channel, which the page has not joined already, and hears it until it is left; after a cut it is joined again
 * by itself. `onState` is told how the channel stands, each time that this may have changed. Returns how to leave: nothing is
 * heard from then on. Screens follow topics (`topic.ts`), which joins each once however many parts of the page hear it.
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
  // A private channel is let in by the token that it is asked for with.
  await realtime?.setAuth()
  if (!realtime || left.aborted) return
  let ended = false
  const joined = realtime.channel(topic, { config: { private: true } })
  joined.on('broadcast', { event: '*' }, (message) => {
    if (!left.aborted) hear(message as never)
  })
  joined.subscribe((status, error) => {
    if (left.aborted) return
    const state = stateOf(status, error)
    ended = state === 'ended'
    onState(state)
  })
  const leave = () => {
    // What the server ended is left already; said once more, it would end the channel that has followed it.
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
