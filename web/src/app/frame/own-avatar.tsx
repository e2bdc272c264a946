import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { avatarQuery } from '#lib/session/own-avatar.ts'
import { Avatar } from '#ui/avatar.tsx'

/** The signed-in person's picture in the frame. */
export function OwnAvatar({ user, name }: { user: User; name: string }) {
  const { data: image } = useQuery(avatarQuery(user.id))
  return <Avatar name={name} image={image ?? null} />
}
