import {
  Activity,
  Camera,
  ChevronDown,
  History,
  Maximize2,
  Minimize2,
  Ruler,
  Scan,
  SlidersHorizontal,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { type ChartView, toggled } from './chart-view.ts'
import { INDICATORS } from './indicator-strokes.ts'

type Props = {
  view: ChartView
  onView: (view: ChartView) => void
  timeframes: readonly string[]
  simulated: boolean
  onPicture: () => void
  /** Shows the whole position again; null without one. */
  onFrame: (() => void) | null
  /** Shows the bars as a table. */
  data: ReactNode
  full: boolean
  onFull: (() => void) | null
  /** With it the chart offers the replay: whether it runs, and how to start and end it. */
  replay?: { on: boolean; onChange: (on: boolean) => void }
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The chart's controls. On a narrow chart they are all in one menu. */
export const ChartToolbar = memo(function ChartToolbar({
  view,
  onView,
  timeframes,
  simulated,
  onPicture,
  onFrame,
  data,
  full,
  onFull,
  replay,
}: Props) {
  const { t } = useTranslation('charts')
  const indicators: MenuItem[] = INDICATORS.map((name) => ({
    key: name,
    label: t(`indicator.${name}`),
    selected: view.indicators.includes(name),
    keepsOpen: true,
    onSelect: () => onView({ ...view, indicators: toggled(view.indicators, name) }),
  }))
  const logarithmic = () => onView({ ...view, logarithmic: !view.logarithmic })
  const measuring = () => onView({ ...view, measuring: !view.measuring })
  const fullIcon = full ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />
  const fullLabel = t(full ? 'toolbar.leaveFull' : 'toolbar.full')
  const everything: MenuItem[] = [
    ...timeframes.map((timeframe) => ({
      key: timeframe,
      label: timeframe,
      selected: timeframe === view.timeframe,
      onSelect: () => onView({ ...view, timeframe }),
    })),
    'separator',
    ...indicators,
    'separator',
    {
      key: 'log',
      label: t('toolbar.log'),
      selected: view.logarithmic,
      keepsOpen: true,
      onSelect: logarithmic,
    },
    { key: 'measure', label: t('toolbar.measure'), selected: view.measuring, onSelect: measuring },
    ...(replay
      ? [
          {
            key: 'replay',
            label: t('toolbar.replay'),
            selected: replay.on,
            onSelect: () => replay.onChange(!replay.on),
          },
        ]
      : []),
    ...(onFrame ? [{ key: 'frame', label: t('toolbar.frame'), onSelect: onFrame }] : []),
    { key: 'picture', label: t('toolbar.picture'), onSelect: onPicture },
    ...(onFull ? [{ key: 'full', label: fullLabel, onSelect: onFull }] : []),
  ]
  return (
    <div
      role="toolbar"
      aria-label={t('toolbar.name')}
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      <div className="@max-2xl:hidden">
        <Segmented
          label={t('toolbar.timeframe')}
          value={view.timeframe}
          onChange={(timeframe) => onView({ ...view, timeframe })}
          options={timeframes.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="flex items-center gap-1 @max-2xl:hidden">
        <Menu
          label={t('toolbar.indicators')}
          items={indicators}
          trigger={
            <Button variant="ghost" icon={<Activity {...icon} />}>
              {t('toolbar.indicators')}
              {view.indicators.length > 0 && (
                <span className="tabular text-faint">{view.indicators.length}</span>
              )}
              <ChevronDown {...icon} />
            </Button>
          }
        />
        <Toggle
          on={view.logarithmic}
          onClick={logarithmic}
          label={t('toolbar.log')}
          name={t('toolbar.logButton')}
        >
          <span className="text-13">log</span>
        </Toggle>
        <Toggle on={view.measuring} onClick={measuring} label={t('toolbar.measure')}>
          <Ruler {...icon} />
        </Toggle>
        {replay && (
          <Toggle on={replay.on} onClick={() => replay.onChange(!replay.on)} label={t('toolbar.replay')}>
            <History {...icon} />
          </Toggle>
        )}
        {onFrame && (
          <Tooltip content={t('toolbar.frame')}>
            <Button
              variant="ghost"
              iconOnly
              aria-label={t('toolbar.frame')}
              aria-keyshortcuts="0"
              onClick={onFrame}
              icon={<Scan {...icon} />}
            />
          </Tooltip>
        )}
        <Tooltip content={t('toolbar.picture')}>
          <Button
            variant="ghost"
            iconOnly
            aria-label={t('toolbar.picture')}
            onClick={onPicture}
            icon={<Camera {...icon} />}
          />
        </Tooltip>
        {onFull && (
          <Tooltip content={fullLabel}>
            <Button variant="ghost" iconOnly aria-label={fullLabel} onClick={onFull} icon={fullIcon} />
          </Tooltip>
        )}
      </div>
      <div className="@2xl:hidden">
        <Menu
          label={t('toolbar.name')}
          items={everything}
          trigger={
            <Button
              icon={<SlidersHorizontal {...icon} />}
              aria-label={t('toolbar.menu', { timeframe: view.timeframe })}
            >
              {view.timeframe}
              <ChevronDown {...icon} />
            </Button>
          }
        />
      </div>
      <span className="ml-auto flex items-center gap-2">
        {simulated && <Badge tone="line">{t('simulated')}</Badge>}
        {data}
      </span>
    </div>
  )
})

function Toggle({
  on,
  onClick,
  label,
  name = label,
  children,
}: {
  on: boolean
  onClick: () => void
  label: string
  /** Where a button shows a word, its accessible name begins with it. */
  name?: string
  children: ReactNode
}) {
  return (
    <Tooltip content={label}>
      <Button
        variant="ghost"
        iconOnly
        aria-label={name}
        aria-pressed={on}
        onClick={onClick}
        className={classNames(on && 'bg-raised text-text!')}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
