import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

const FIGURE = { viewBox: '0 0 336 96', className: 'h-24 w-full text-12' } as const
const CURVE = 'fill-none stroke-curve stroke-[1.5]'
const GUIDE = 'fill-none stroke-line-strong'
const DOT = 'fill-well stroke-lamp-text stroke-[1.5]'

/** The anatomy of a candle, rising and falling. */
export function BasicsFigure() {
  const { t } = useTranslation('tour')
  return (
    <svg aria-hidden="true" {...FIGURE}>
      <path
        className={GUIDE}
        strokeDasharray="2 3"
        d="M96 8.5h144M96 88.5h144M72 28.5h16M72 68.5h16M248 20.5h16M248 60.5h16"
      />
      <path className={CURVE} d="M100.5 8.5V28M100.5 68V88.5M236.5 8.5V20M236.5 60V88.5" />
      <path className="fill-gain-mark/25 stroke-gain-mark" d="M90.5 28.5h20v40h-20z" />
      <path className="fill-loss-mark" d="M226 20h21v41h-21z" />
      <g className="fill-faint">
        <text x="66" y="32" textAnchor="end">
          {t('learn.figure.close')}
        </text>
        <text x="66" y="72" textAnchor="end">
          {t('learn.figure.open')}
        </text>
        <text x="270" y="24">
          {t('learn.figure.open')}
        </text>
        <text x="270" y="64">
          {t('learn.figure.close')}
        </text>
        <g className="fill-faint stroke-well stroke-[6] [paint-order:stroke]" textAnchor="middle">
          <text x="168" y="12">
            {t('learn.figure.high')}
          </text>
          <text x="168" y="92">
            {t('learn.figure.low')}
          </text>
        </g>
      </g>
    </svg>
  )
}

/** A position: its risk, its possible gain, and a price path. */
export function RiskFigure() {
  const { t } = useTranslation('tour')
  const format = useFormat()
  return (
    <svg aria-hidden="true" {...FIGURE}>
      <path className="fill-zone-target" d="M88 8h176v52H88z" />
      <path className="fill-zone-stop" d="M88 60h176v28H88z" />
      <path className="fill-none stroke-muted" d="M88 60.5h176" />
      <path className="fill-none stroke-gain-mark" d="M88 8.5h176" />
      <path className="fill-none stroke-loss-mark" d="M88 87.5h176" />
      <path className={CURVE} d="M40 44l16 10 14-8 18 14 18 14 16-20 18 8 20-26 16 10 20-22 14 6 14-14" />
      <circle className={DOT} cx="88" cy="60" r="3" />
      <g className="fill-faint">
        <text x="272" y="13">
          {format.r('1.9', 1)}
        </text>
        <text x="272" y="64">
          {t('learn.figure.entry')}
        </text>
        <text x="272" y="92">
          {format.r('-1', 0)}
        </text>
      </g>
    </svg>
  )
}

/** A range between two levels, until one broke. */
export function AnalysisFigure() {
  const { t } = useTranslation('tour')
  return (
    <svg aria-hidden="true" {...FIGURE}>
      <path className="fill-none stroke-muted" strokeDasharray="2 3" d="M32 22.5h272M32 76.5h272" />
      <path
        className={CURVE}
        d="M32 58l20-16 14 12 22-30 18 22 16-14 22 42 18-24 22 12 20-37 18 19 22-20 18 16 22-36 18 10"
      />
      <circle className={DOT} cx="88" cy="24" r="3" />
      <circle className={DOT} cx="144" cy="74" r="3" />
      <circle className={DOT} cx="204" cy="25" r="3" />
      <g className="fill-faint">
        <text x="32" y="16">
          {t('learn.figure.resistance')}
        </text>
        <text x="32" y="92">
          {t('learn.figure.support')}
        </text>
      </g>
    </svg>
  )
}
