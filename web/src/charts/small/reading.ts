/** How far each key moves along a chart read by keyboard. In a grid, up and down move too. */
export type Moves = { across: number; down?: number; page?: number }

type Key = { key: string; shiftKey?: boolean }

/** The index that a key leads to, among `count`; null if the key does not move. */
export function moveAlong(
  { key, shiftKey = false }: Key,
  from: number,
  count: number,
  { across, down = 0, page = 10 }: Moves = { across: 1 },
): number | null {
  if (count === 0) return null
  const far = shiftKey ? page : 1
  const step: Record<string, number> = {
    ArrowLeft: -across * far,
    ArrowRight: across * far,
    ...(down > 0 && { ArrowUp: -down, ArrowDown: down }),
    PageUp: -page * across,
    PageDown: page * across,
    Home: -count,
    End: count,
  }
  const moved = step[key]
  if (moved === undefined) return null
  const to = from + moved
  // At the edge of a grid, a step without a target stays.
  if (down > 0 && key.startsWith('Arrow') && (to < 0 || to >= count)) return from
  return Math.max(0, Math.min(count - 1, to))
}
