import { useEffect, useState } from 'react'
import { holdPresence, presenceOf } from './presence.ts'
import { followTopic } from './topic.ts'

/** Shows this page's state on a topic and returns the states of all pages, this one included. */
export function usePresence<State extends object>(topic: string | null, own: State | null): readonly State[] {
  const [present, setPresent] = useState<readonly State[]>([])
  const shown = own && JSON.stringify(own)
  useEffect(() => {
    if (topic === null) return
    const { presence, release } = holdPresence(topic)
    const stop = presence.listen((states) => setPresent(states as readonly State[]))
    const leave = followTopic(topic, { hear: () => undefined })
    return () => {
      stop()
      leave()
      release()
      setPresent([])
    }
  }, [topic])
  useEffect(() => {
    if (topic !== null && shown) presenceOf(topic)?.show(JSON.parse(shown) as State)
  }, [topic, shown])
  return present
}
