import { useQueryClient } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import type { Json } from '#lib/data/database.types.ts'
import { unwrap } from '#lib/data/query.ts'
import { useSession } from '#lib/session/session.tsx'
import type { Waiting } from '#parts/conversation/outbox.ts'
import { useWaitingReplies } from '#parts/conversation/use-waiting-replies.ts'
import { type Replied, SUPPORT } from '../tickets.ts'

/** A member's reply on its way. Its id is the request: sent twice, it is written once. */
export type Reply = Waiting & { ticket: string; files: readonly { path: string; name: string }[] }

type Told = {
  arrived: (reply: Reply, replied: Replied) => void
  refused: (reply: Reply, error: unknown) => void
}

/** The member's replies that the server does not have yet. */
export function useReplies({ arrived, refused }: Told) {
  const cache = useQueryClient()
  const { user } = useSession()
  return useWaitingReplies<Reply, Replied>(user ? `vigie-support-replies:${user.id}` : null, {
    send: async ({ id, ticket, body, files }) =>
      unwrap(
        await supabase.rpc('reply_ticket', { ticket, body, request: id, files: files as unknown as Json }),
      ) as unknown as Replied,
    find: async () => null,
    arrived: (reply, replied) => {
      void cache.invalidateQueries({ queryKey: SUPPORT })
      arrived(reply, replied)
    },
    refused,
  })
}
