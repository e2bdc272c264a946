import { useEffect, useEffectEvent } from 'react'
import { type ChannelState, joinChannel } from './channel.ts'

/** What to do with the payload of each event. Which events there are does not change while the component lives. */
type Events = Readonly<Record<string, (payload: never) => void>>

/**
 * Hears a channel while the component lives; nothing where `topic` is null. Called is always what was given last: a channel
 * outlives many drawings of a screen, and its language too.
 */
export function useLive(
  topic: string | null,
  events: Events,
  onState: (state: ChannelState) => void = () => {},
): void {
  const hear = useEffectEvent((event: string, payload: never) => events[event]?.(payload))
  const tell = useEffectEvent(onState)
  const names = Object.keys(events).join(' ')
  useEffect(() => {
    if (topic === null) return
    const heard = names.split(' ').map((event) => [event, (payload: never) => hear(event, payload)] as const)
    return joinChannel(topic, Object.fromEntries(heard), (state) => tell(state))
  }, [topic, names])
}
