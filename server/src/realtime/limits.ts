/** What one process bears. Bytes, milliseconds and counts; the defaults follow Supabase where it has one. */
export type Limits = {
  connections: number
  channelsPerSocket: number
  /** Joins a second on one socket, and as many at once: a client that reconnects joins all its channels. */
  joinsPerSecond: number
  /** Frames a second that one socket may send; what is over closes the channel, twice as much closes the socket. */
  messagesPerSecond: number
  httpMessagesPerSecond: number
  presenceCalls: number
  presenceWindowMs: number
  frameBytes: number
  payloadBytes: number
  topicBytes: number
  /** Unsent bytes that a slow socket may pile up before it is dropped. */
  bufferedBytes: number
  /** Messages kept for a channel that is still being told what it missed. */
  heldMessages: number
  idleMs: number
  withoutChannelMs: number
  /** How long a verdict on a private topic holds at most: what ends by time alone ends within it. */
  judgedWithinMs: number
  /** Private topics being authorised at once: the other services need connections too. */
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
