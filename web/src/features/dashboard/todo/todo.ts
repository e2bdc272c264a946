// What waits for the member, the most perishable first. Pure.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type Todo = {
  key: string
  icon: LucideIcon
  to: string
  title: string
  text: string
  /** A small drawing with its words. */
  figure: ReactNode
  figureText: string
  /** How long it can still be done, or since when it waits. */
  due: string
  dueText: string
  /** When it can no longer be done, in milliseconds since 1970; null if it waits without end. */
  deadline: number | null
  /** Since when it waits. */
  since: number
}

const MOST = 6
const NEVER = Number.MAX_SAFE_INTEGER

/** By deadline; what has none follows, the newest first. */
export const inOrder = <T extends Pick<Todo, 'deadline' | 'since'>>(todos: readonly T[], now: number): T[] =>
  todos
    .filter(({ deadline }) => deadline === null || deadline > now)
    .sort((one, other) => (one.deadline ?? NEVER) - (other.deadline ?? NEVER) || other.since - one.since)
    .slice(0, MOST)
