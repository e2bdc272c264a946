import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { avatarQuery } from '#lib/session/own-avatar.ts'
import { Avatar } from '#ui/avatar.tsx'

/** The picture of whoever is signed in, in the frame. */
export function OwnAvatar({ user, name }: { user: User; name: string }) {
  const { data: image } = useQuery(avatarQuery(user.id))
  return <Avatar name={name} image={image ?? null} />
}
