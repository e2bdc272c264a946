import type { User } from '@supabase/auth-js'

/** A person's name on the screen: their name, otherwise the part of the address before the at sign, otherwise their number. */
export function displayName(user: User): string {
  const { first_name: first = '', last_name: last = '' } = user.user_metadata as {
    first_name?: string
    last_name?: string
  }
  return `${first} ${last}`.trim() || user.email?.split('@')[0] || user.phone || '—'
}

/** One or two letters for an avatar. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
