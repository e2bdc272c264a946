import { useEffect, useMemo, useState } from 'react'
import { columnWidths } from './table-widths.ts'

/** What the button of a filter takes where it is always in sight. */
const FILTER = 28

type Sized = { key: string; width: number; filter?: string }
type SetWidths = Readonly<Record<string, number>>

/** The widths that fit the region `beside` what else is in it, and how a reader changes one. The others hold still from the first change on. */
export function useColumnWidths(columns: readonly Sized[], region: HTMLElement | null, beside: number) {
  const [set, setSet] = useState<SetWidths>({})
  const [available, setAvailable] = useState(0)
  useEffect(() => {
    if (!region) return
    const observer = new ResizeObserver(() => setAvailable(region.clientWidth))
    observer.observe(region)
    return () => observer.disconnect()
  }, [region])
  const sized = useMemo(() => {
    const coarse = matchMedia('(pointer: coarse)').matches
    return columns.map(({ key, width, filter }) => ({ key, width: width + (coarse && filter ? FILTER : 0) }))
  }, [columns])
  const widths = useMemo(() => columnWidths(sized, set, available - beside), [sized, set, available, beside])

  const resize = (key: string, width: number | null) => {
    if (width === null) {
      const { [key]: _, ...others } = set
      setSet(others)
      return
    }
    // All but the last keep what they show; the last takes what is left.
    const shown = columns.slice(0, -1).map((column, place) => [column.key, widths[place] ?? column.width])
    setSet({ ...Object.fromEntries(shown), ...set, [key]: width })
  }
  const total = widths.reduce((sum, width) => sum + width, beside)
  return { widths, total, wide: total > available, resize }
}
