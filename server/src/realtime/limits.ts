/** Limits of one process, in bytes, milliseconds and counts; the defaults follow Supabase's where it has one. */
export type Limits = {
  connections: number
  channelsPerSocket: number
  /** Joins per second and burst on one socket: a reconnecting client joins all its channels. */
  joinsPerSecond: number
  /** Frames per second on one socket; more closes the channel, twice as many closes the socket. */
  messagesPerSecond: number
  httpMessagesPerSecond: number
  presenceCalls: number
  presenceWindowMs: number
  frameBytes: number
  payloadBytes: number
  topicBytes: number
  /** Unsent bytes that a slow socket may accumulate before it is dropped. */
  bufferedBytes: number
  /** Messages held for a channel during its replay. */
  heldMessages: number
  idleMs: number
  withoutChannelMs: number
  /** Maximum age of a verdict on a private topic; bounds how long an expired right is effective. */
  judgedWithinMs: number
  /** Concurrent authorisations of private topics, since other services need connections too. */
  authorisations: number
  replayMessages: number
}

export const DEFAULT_LIMITS: Limits = {
  connections: 15_000,
  channelsPerSocket: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  httpMessagesPerSecond: 1000,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  frameBytes: 5_000_000,
  payloadBytes: 3_000_500,
  topicBytes: 1024,
  bufferedBytes: 4_194_304,
  heldMessages: 1000,
  idleMs: 90_000,
  withoutChannelMs: 600_000,
  judgedWithinMs: 60_000,
  authorisations: 4,
  replayMessages: 25,
}
