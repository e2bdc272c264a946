import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { NARROWEST, WIDEST, withinLimits } from './table-widths.ts'

const STEP = 8
const LARGE_STEP = 40

type Props = {
  title: string
  width: number
  onResize: (width: number) => void
  /** Restores the automatic width. */
  onReset: () => void
}

/** The resize handle of a column: drag it or use the arrow keys; a double click or Home restores the automatic width. */
export function TableResizer({ title, width, onResize, onReset }: Props) {
  const { t } = useTranslation('ui')
  const from = useRef<{ x: number; width: number }>(null)
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width }
  }
  const drag = ({ clientX }: PointerEvent) => {
    if (from.current) onResize(withinLimits(from.current.width + clientX - from.current.x))
  }
  const end = () => {
    from.current = null
  }
  const key = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP
    if (event.key === 'ArrowLeft') onResize(withinLimits(width - step))
    else if (event.key === 'ArrowRight') onResize(withinLimits(width + step))
    else if (event.key === 'Home') onReset()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a focusable separator is ARIA's splitter
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table.width', { column: title })}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
      onKeyDown={key}
      className="group/edge absolute inset-y-0 right-0 z-1 flex w-3 cursor-col-resize touch-none justify-end py-2 pointer-coarse:w-6"
    >
      <span className="w-0.5 rounded-pill bg-line opacity-0 transition-opacity group-hover/head:opacity-100 group-hover/edge:bg-control group-focus-visible/edge:bg-control group-focus-visible/edge:opacity-100 group-active/edge:bg-control" />
    </div>
  )
}
