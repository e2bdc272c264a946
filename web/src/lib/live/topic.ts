// Owns how parts of a page follow a topic: each topic is joined once, from its first follower to its last, and messages missed
// during a disconnection are read once for all followers.
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { type ChannelState, joinChannel } from './channel.ts'
import { type CaughtUp, type Message, type Position, TopicFeed } from './topic-feed.ts'

/** The callbacks of one part of the page. */
export type Follower = {
  hear: (event: string, payload: never) => void
  /**
   * Fetch all data based on the topic again: the follower is new, or missed messages can no longer be read. Omit it for topics
   * without numbers, on which each message replaces the one before.
   */
  reload?: ((at: Position) => void) | undefined
  onState?: (state: ChannelState) => void
}

/** Delay before the page rejoins a channel that the server ended; the server may still authorise it. */
const JOIN_AGAIN_MS = 5000
/** Delay before another attempt to read missed messages. */
const pauseMs = (attempt: number) => Math.min(500 * 2 ** (attempt - 1), 15_000)
/** PostgreSQL's insufficient_privilege: the caller may no longer read the topic. */
const NOT_ALLOWED = '42501'

const followed = new Map<string, Topic>()

/** Follows a topic. Returns a function that stops. */
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
    // A follower of an open topic receives its current state, as if it had opened the topic.
    if (this.#state) follower.onState?.(this.#state)
    if (this.#state === 'joined' && this.#feed.at === null) this.#joined()
  }

  /** Returns whether this was the last follower. */
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
