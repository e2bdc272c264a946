// The address that opens a new ticket about a figure: what is asked about, not its value, which the database computes itself.

/** What the record numbers; a forecast, which names no member, by the entry that seals it. */
const NUMBERED = ['signal', 'statement', 'expectation', 'idea', 'forecast'] as const
type NumberedKind = (typeof NUMBERED)[number]

export type AskedFigure =
  | { kind: 'performance'; name: string; filters: Readonly<Record<string, string>> }
  /** A row of the table of scores: kind of author and month, `analyst 2026-11` or `analyst all`. */
  | { kind: 'score'; name: string }
  | { kind: NumberedKind; number: number }

export const figureAddress = (figure: AskedFigure): string =>
  `/support?${new URLSearchParams({ nouvelle: '1', chiffre: JSON.stringify(figure) })}`

/** The figure that an address asks about; null if it names none. */
export function askedFigure(search: URLSearchParams): AskedFigure | null {
  try {
    const read = JSON.parse(search.get('chiffre') ?? 'null') as Partial<
      Record<'kind' | 'name' | 'number' | 'filters', unknown>
    > | null
    const numbered = NUMBERED.find((kind) => kind === read?.kind)
    if (read && numbered)
      return Number.isSafeInteger(read.number) && Number(read.number) > 0
        ? { kind: numbered, number: Number(read.number) }
        : null
    if (read?.kind === 'score')
      return /^[a-z]{1,20} (all|\d{4}-\d{2})$/.test(String(read.name))
        ? { kind: 'score', name: String(read.name) }
        : null
    if (read?.kind !== 'performance' || typeof read.name !== 'string' || !/^[a-z_]{1,40}$/.test(read.name))
      return null
    const given = Object.entries(read.filters ?? {}).filter(([, value]) => typeof value === 'string')
    return { kind: 'performance', name: read.name, filters: Object.fromEntries(given) }
  } catch {
    return null
  }
}
