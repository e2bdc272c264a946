import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { useCut } from '#lib/live/connection.ts'
import { createOutbox, type Send, type Waiting } from './outbox.ts'

/** Replies that the server does not have yet, kept on this device under `key`. They leave by themselves when the connection returns. */
export function useWaitingReplies<Reply extends Waiting, Answer>(
  key: string | null,
  { send, find, arrived, refused }: Send<Reply, Answer>,
) {
  const sends = useEffectEvent(send)
  const finds = useEffectEvent(find)
  const arrives = useEffectEvent(arrived)
  const refuses = useEffectEvent(refused)
  const outbox = useMemo(
    () =>
      createOutbox<Reply, Answer>(key ?? '', {
        send: (reply) => sends(reply),
        find: (reply) => finds(reply),
        arrived: (reply, answer) => arrives(reply, answer),
        refused: (reply, error) => refuses(reply, error),
      }),
    [key],
  )
  const cut = useCut()
  useEffect(() => {
    if (cut === null && key !== null) void outbox.flush()
  }, [cut, key, outbox])
  const waiting = useSyncExternalStore(outbox.subscribe, outbox.waiting)
  const sending = useSyncExternalStore(outbox.subscribe, outbox.sending)
  return { outbox, waiting, sending, ready: key !== null }
}
