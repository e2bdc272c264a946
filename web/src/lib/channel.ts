// Owns how a page joins a channel of the realtime service. No page needs one to be drawn: the client of the service is
// fetched with the first.
import { queryClient } from './query.ts'
import { retryDelay } from './retry.ts'

/** At the latest then: a page that reads for long must hear what happens all the same. */
const AT_LATEST_MS = 1500
const LOOK_MS = 50

/** What to do with the payload of each event of a channel. */
type Events = Readonly<Record<string, (payload: never) => void>>

/** `ended` by the server, for good; `refused` to whoever asks; `away` until it is joined again by itself. */
export type ChannelState = 'joined' | 'away' | 'ended' | 'refused'

/**
 * Joins a private channel and hears its events until it is left; after a cut it is joined again by itself. `onState` is told
 * how the channel stands, each time that this may have changed. Returns how to leave: nothing is heard from then on.
 */
export function joinChannel(
  topic: string,
  events: Events,
  onState?: (state: ChannelState) => void,
): () => void {
  const left = new AbortController()
  const { signal } = left
  void join(topic, events, (state) => signal.aborted || onState?.(state), signal)
  return () => left.abort()
}

async function join(
  topic: string,
  events: Events,
  onState: (state: ChannelState) => void,
  left: AbortSignal,
): Promise<void> {
  const realtime = await realtimeClient(left)
  // A private channel is let in by the token that it is asked for with.
  await realtime?.setAuth()
  if (!realtime || left.aborted) return
  const channel = realtime.channel(topic, { config: { private: true } })
  for (const [event, hear] of Object.entries(events))
    channel.on('broadcast', { event }, ({ payload }) => hear(payload as never))
  channel.subscribe((status, error) => {
    if (status === 'SUBSCRIBED') onState('joined')
    else if (status === 'CLOSED') onState('ended')
    else onState(error?.message.includes('Unauthorized') ? 'refused' : 'away')
  })
  left.addEventListener('abort', () => void realtime.removeChannel(channel), { once: true })
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
