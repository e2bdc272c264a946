import { useEffect, useEffectEvent } from 'react'
import type { ChannelState } from './channel.ts'
import { followTopic } from './topic.ts'
import type { Position } from './topic-feed.ts'

/** What to do with the payload of each event. */
type Events = Readonly<Record<string, (payload: never) => void>>

/**
 * Follows a topic while the component lives; nothing where it is null. Called is always what was given last: a topic outlives
 * many drawings of a screen, and its language too. With `reload`, each message is heard once and in order whatever the
 * connection does; it says when that was not possible, and that the topic is followed from here on.
 */
export function useTopic(
  topic: string | null,
  events: Events,
  reload?: (at: Position) => void,
  onState: (state: ChannelState) => void = () => {},
): void {
  const hear = useEffectEvent((event: string, payload: never) => events[event]?.(payload))
  const readAnew = useEffectEvent((at: Position) => reload?.(at))
  const tell = useEffectEvent(onState)
  const numbered = reload !== undefined
  useEffect(() => {
    if (topic === null) return
    return followTopic(topic, {
      hear: (event, payload) => hear(event, payload),
      reload: numbered ? (at) => readAnew(at) : undefined,
      onState: (state) => tell(state),
    })
  }, [topic, numbered])
}
