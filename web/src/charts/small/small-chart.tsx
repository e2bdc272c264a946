import { type ReactNode, type RefObject, useId, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Announcement } from './announcement.tsx'
import { ChartTable, type Column, DataToggle } from './chart-table.tsx'
import type { useReading } from './use-reading.ts'

type Props<Row> = {
  title: string
  /** The help for its keys. */
  keys: string
  /** The value currently read, or the chart's summary. */
  reading: string
  read: ReturnType<typeof useReading>
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The labels around the plot. */
  axes?: ReactNode
  below?: ReactNode
  /** Given if the plot may be wider than its container. */
  scroller?: RefObject<HTMLDivElement | null>
  className?: string
  children: ReactNode
}

/** The frame of the small charts: a title, the current reading, and the plot for pointer and keys, or its figures as a table. */
export function SmallChart<Row>({
  title,
  keys,
  reading,
  read,
  columns,
  rows,
  axes,
  below,
  scroller,
  className,
  children,
}: Props<Row>) {
  const { t } = useTranslation('charts')
  const [asTable, setAsTable] = useState(false)
  const hint = useId()
  return (
    <figure className="grid min-w-0 gap-3">
      <figcaption>
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0 text-13 font-medium text-muted">{title}</span>
          <DataToggle on={asTable} onChange={setAsTable} />
        </div>
        <p className="tabular min-h-5 text-13">{reading}</p>
      </figcaption>
      {asTable ? (
        <ChartTable caption={title} columns={columns} rows={rows} />
      ) : (
        <div className="min-w-0">
          <div
            ref={scroller}
            className={classNames('relative', scroller && 'overflow-x-auto overscroll-x-contain')}
          >
            {axes}
            <div
              role="application"
              aria-roledescription={t('chart')}
              aria-label={title}
              aria-describedby={hint}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys read the values
              tabIndex={0}
              className={classNames(
                'relative rounded-key',
                scroller ? 'touch-auto' : 'touch-pan-y',
                className,
              )}
              {...read.handlers}
            >
              {children}
            </div>
          </div>
          {below}
          <p id={hint} className="sr-only">
            {keys}
          </p>
          {read.byKeys && <Announcement text={reading} />}
        </div>
      )}
    </figure>
  )
}
