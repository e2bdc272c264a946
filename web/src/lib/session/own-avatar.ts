// The member's own profile image: its address and current version. The account changes it, the frame shows it.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

export const AVATARS = 'avatars'

/** The only file a member may store. */
export const avatarPath = (userId: string): string => `${userId}/avatar.webp`

export const avatarKey = (userId: string) => ['own-avatar', userId] as const

/** Its address, which changes with the image; null without an image. Only the member changes it. */
export const avatarQuery = (userId: string) =>
  queryOptions({
    queryKey: avatarKey(userId),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { avatar_version: version } = unwrap(
        await supabase.from('profiles').select('avatar_version').eq('id', userId).single(),
      ) as { avatar_version: string | null }
      // The address as the storage client writes it, so that the frame does not need the client.
      const address = `${location.origin}/storage/v1/object/public/${AVATARS}/${avatarPath(userId)}`
      return version ? `${address}?v=${version}` : null
    },
  })
