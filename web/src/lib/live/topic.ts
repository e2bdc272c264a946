// Owns how parts of a page follow what is told on a topic: each topic is joined once, with the first of them and until the last
// has left, and what a cut kept away is caught up with once for all.
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { type ChannelState, joinChannel } from './channel.ts'
import { type CaughtUp, type Message, type Position, TopicFeed } from './topic-feed.ts'

/** What a part of the page wants of a topic. */
export type Follower = {
  hear: (event: string, payload: never) => void
  /**
   * All that is shown of the topic is to be read anew: somebody begins to follow, or more was missed than can be told. Who has
   * none hears a topic without numbers, on which what comes next replaces what was missed.
   */
  reload?: ((at: Position) => void) | undefined
  onState?: (state: ChannelState) => void
}

/** How long a page whose channel was ended waits before it joins again, should it still be let in. */
const JOIN_AGAIN_MS = 5000
/** How long it waits before it asks again for what it missed. */
const pauseMs = (attempt: number) => Math.min(500 * 2 ** (attempt - 1), 15_000)
/** PostgreSQL's insufficient_privilege: the caller may hear the topic no more. */
const NOT_ALLOWED = '42501'

const followed = new Map<string, Topic>()

/** Follows a topic until it is left, which is what is returned. */
export function followTopic(name: string, follower: Follower): () => void {
  const topic = followed.get(name) ?? new Topic(name)
  followed.set(name, topic)
  topic.add(follower)
  return () => {
    if (topic.remove(follower)) followed.delete(name)
  }
}

class Topic {
  readonly #name: string
  readonly #followers = new Set<Follower>()
  readonly #feed: TopicFeed
  #state: ChannelState | null = null
  #leave: () => void
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(name: string) {
    this.#name = name
    this.#feed = new TopicFeed({
      read: (after) => this.#catchUp(after),
      tell: ({ event, payload }) => this.#each(({ hear }) => hear(event, payload as never)),
      reload: (at) => this.#each(({ reload }) => reload?.(at)),
      pause: (attempt) => new Promise((resolve) => setTimeout(resolve, pauseMs(attempt))),
    })
    this.#leave = this.#join()
  }

  add(follower: Follower): void {
    this.#followers.add(follower)
    if (this.#feed.at) follower.reload?.(this.#feed.at)
    // A part that joins an open topic is told so, as if it had opened it.
    if (this.#state) follower.onState?.(this.#state)
    if (this.#state === 'joined' && this.#feed.at === null) this.#joined()
  }

  /** Whether that was the last. */
  remove(follower: Follower): boolean {
    if (!this.#followers.delete(follower) || this.#followers.size > 0) return false
    clearTimeout(this.#again)
    this.#feed.stop()
    this.#leave()
    return true
  }

  #join(): () => void {
    const hear = (message: Message) => {
      if ('epoch' in message.payload) this.#feed.live(message)
      else this.#each(({ hear }) => hear(message.event, message.payload as never))
    }
    return joinChannel(this.#name, hear, (state) => {
      this.#tellState(state)
      if (state === 'joined') this.#joined()
      if (state !== 'ended') return
      clearTimeout(this.#again)
      this.#again = setTimeout(() => {
        this.#leave = this.#join()
      }, JOIN_AGAIN_MS)
    })
  }

  #joined(): void {
    if ([...this.#followers].some(({ reload }) => reload)) void this.#feed.joined()
  }

  async #catchUp(after: Position | null): Promise<CaughtUp<unknown>> {
    const from = after && { after: after.number, epoch: after.epoch }
    const answer = await supabase.rpc('catch_up', { topic: this.#name, ...from })
    if (answer.error?.code === NOT_ALLOWED) this.#tellState('refused')
    return unwrap(answer as never)
  }

  #tellState(state: ChannelState): void {
    this.#state = state
    this.#each(({ onState }) => onState?.(state))
  }

  #each(tell: (follower: Follower) => void): void {
    for (const follower of [...this.#followers]) if (this.#followers.has(follower)) tell(follower)
  }
}
