import { useEffect, useMemo, useState } from 'react'
import { columnWidths } from './table-widths.ts'

/** The width of a filter button where it is always visible. */
const FILTER = 28

type Sized = { key: string; width: number; filter?: string }
type SetWidths = Readonly<Record<string, number>>

/**
 * The column widths for the region, minus `beside`, the width of its other content, and a function that resizes a column. The
 * first resize fixes all other columns except the last.
 */
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
    // All columns but the last keep their current width; the last takes the remaining space.
    const shown = columns.slice(0, -1).map((column, place) => [column.key, widths[place] ?? column.width])
    setSet({ ...Object.fromEntries(shown), ...set, [key]: width })
  }
  const total = widths.reduce((sum, width) => sum + width, beside)
  return { widths, total, wide: total > available, resize }
}
