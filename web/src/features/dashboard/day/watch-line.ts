// Where the rest of the day is drawn on one line, from the current hour to midnight, and which labels have room. Pure; places are
// shares of the width, 0 to 1.
import { startOfDay } from '#lib/announcements/announcement.ts'
import type { Blackout } from './day-state.ts'

export type Deadline = { at: number; name: string }
/** Where a label is fixed to its place, so that it stays within the line. */
export type Anchor = 'start' | 'middle' | 'end'
export type Label = { text: string; place: number; anchor: Anchor }
export type WatchLine = {
  now: number
  nowAnchor: Anchor
  blackouts: readonly { from: number; to: number; at: number | null; label: Label | null }[]
  ticks: readonly { key: string; place: number; label: Label | null }[]
  hours: readonly { at: number; place: number; anchor: Anchor; narrow: boolean }[]
  midnight: number
}

const HOUR = 3_600_000
/** Deadlines so close together share one tick. */
const TOGETHER_MS = 10 * 60_000
const NAMES = 2
/** The width of a letter, of a gap and of an hour as shares of the narrowest line on which deadlines are named. */
const LETTER = 7 / 736
const GAP = 12 / 736
/** The least distance between two hours, on a wide line and on a phone's. */
const HOURS = { wide: 0.07, narrow: 0.2 } as const
/** How far a blackout's label may move on to find room. */
const MOVED = 0.12

export function watchLine({
  now,
  nowLabel,
  blackouts,
  blackoutLabel,
  deadlines,
}: {
  now: number
  nowLabel: string
  blackouts: readonly Blackout[]
  blackoutLabel: (blackout: Blackout) => string
  deadlines: readonly Deadline[]
}): WatchLine {
  const from = new Date(now).setMinutes(0, 0, 0)
  const midnight = startOfDay(now, 1).getTime()
  const place = (at: number) => Math.min(1, Math.max(0, (at - from) / (midnight - from)))
  const taken: { from: number; to: number }[] = []
  const labelled = (text: string, at: number, wanted: Anchor = 'middle'): Label | null => {
    const width = text.length * LETTER
    const beyond = wanted === 'start' ? at + width > 1 : at + width / 2 > 1
    const anchor = beyond ? 'end' : at - width / 2 < 0 ? 'start' : wanted
    const start = anchor === 'start' ? at : anchor === 'end' ? at - width : at - width / 2
    const covered = (from: number) =>
      taken.find((other) => from - GAP < other.to && other.from < from + width + GAP)
    const before = covered(start)
    const moved = before && anchor === 'start' ? before.to + GAP : start
    if (moved - start > MOVED || moved + width > 1.001 || covered(moved)) return null
    taken.push({ from: moved, to: moved + width })
    return { text, place: anchor === 'start' ? moved : at, anchor }
  }
  const written = labelled(nowLabel, place(now))
  return {
    now: place(now),
    nowAnchor: written?.anchor ?? 'middle',
    blackouts: blackouts
      .filter((one) => one.to > now && one.from < midnight)
      .map((one) => ({
        from: place(one.from),
        to: place(one.to),
        at: one.at === null ? null : place(one.at),
        label: labelled(blackoutLabel(one), place(one.from), 'start'),
      })),
    ticks: together(deadlines.filter(({ at }) => at > now && at <= midnight)).map(({ at, names }) => ({
      key: `${at}`,
      place: place(at),
      label: labelled(
        names.length > NAMES
          ? `${names.slice(0, NAMES).join(', ')} +${names.length - NAMES}`
          : names.join(', '),
        place(at),
      ),
    })),
    hours: hoursBetween(from, midnight, place),
    midnight,
  }
}

function together(deadlines: readonly Deadline[]): { at: number; names: string[] }[] {
  const groups: { at: number; names: string[] }[] = []
  for (const { at, name } of [...deadlines].sort((one, other) => one.at - other.at)) {
    const last = groups.at(-1)
    if (last && at - last.at < TOGETHER_MS) last.names.push(name)
    else groups.push({ at, names: [name] })
  }
  return groups
}

/** Full hours that have room; the narrow ones also on a phone. Midnight always. */
function hoursBetween(from: number, midnight: number, place: (at: number) => number): WatchLine['hours'] {
  const hours: { at: number; place: number; anchor: Anchor; narrow: boolean }[] = []
  const last = { wide: Number.NEGATIVE_INFINITY, narrow: Number.NEGATIVE_INFINITY }
  for (let at = from; at < midnight; at += HOUR) {
    const share = place(at)
    const fits = (kind: 'wide' | 'narrow') => share - last[kind] >= HOURS[kind] && share <= 1 - HOURS[kind]
    if (!fits('wide')) continue
    const narrow = fits('narrow')
    last.wide = share
    if (narrow) last.narrow = share
    hours.push({ at, place: share, anchor: at === from ? 'start' : 'middle', narrow })
  }
  return [...hours, { at: midnight, place: 1, anchor: 'end', narrow: true }]
}
