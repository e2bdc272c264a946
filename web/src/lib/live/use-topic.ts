import { useEffect, useEffectEvent } from 'react'
import type { ChannelState } from './channel.ts'
import { followTopic } from './topic.ts'
import type { Position } from './topic-feed.ts'

/** The handler of each event. */
type Events = Readonly<Record<string, (payload: never) => void>>

/**
 * Follows a topic while the component is mounted; null follows nothing. The latest handlers are called, since a topic outlives
 * many renders. With `reload`, each message is delivered once and in order despite disconnections; `reload` is called when the
 * topic is first followed, and when that was not possible.
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
