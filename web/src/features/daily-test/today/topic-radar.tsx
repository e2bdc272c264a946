import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Daily } from '#lib/learning/daily.ts'
import { Card } from '#ui/card.tsx'

const WIDTH = 300
const HEIGHT = 208
const RADIUS = 68
/** A share of fewer answers says more about chance than about the topic. */
const ENOUGH = 5
const CORNERS = 3

/** The share of right answers by topic. */
export function TopicRadar({ topics }: Pick<Daily, 'topics'>) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const known = topics.filter(({ answered }) => answered >= ENOUGH)
  if (known.length < CORNERS) return null
  const at = (index: number, share: number): readonly [number, number] => {
    const angle = (index / known.length) * 2 * Math.PI - Math.PI / 2
    return [WIDTH / 2 + RADIUS * share * Math.cos(angle), HEIGHT / 2 + RADIUS * share * Math.sin(angle)]
  }
  const ring = (share: (index: number) => number) =>
    `M${known
      .map((_, index) =>
        at(index, share(index))
          .map((one) => one.toFixed(1))
          .join(' '),
      )
      .join('L')}Z`
  const shares = known.map(({ right, answered }) => right / answered)
  return (
    <Card className="p-5">
      <h2 className="text-13 font-medium text-muted">{t('radar.title')}</h2>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={known
          .map(({ topic, answered }, index) =>
            t('radar.one', {
              topic: t(`topics.${topic}`),
              share: format.percent(shares[index]),
              count: answered,
            }),
          )
          .join(' ')}
        className="mx-auto mt-2 block w-full max-w-75 overflow-visible"
      >
        {[0.5, 1].map((share) => (
          <path key={share} d={ring(() => share)} className="fill-none stroke-line-strong" />
        ))}
        <path
          d={ring((index) => shares[index] ?? 0)}
          className="fill-text/10 stroke-curve"
          strokeWidth="1.5"
        />
        {known.map(({ topic }, index) => {
          const [x, y] = at(index, 1.16)
          const side = Math.abs(x - WIDTH / 2) < 8 ? 'middle' : x > WIDTH / 2 ? 'start' : 'end'
          return (
            <text
              key={topic}
              x={x}
              y={y}
              textAnchor={side}
              dominantBaseline="central"
              className="fill-muted text-12"
            >
              {t(`cells.${topic}`)}
              <tspan x={x} dy="15" className="fill-text font-semibold">
                {format.percent(shares[index])}
              </tspan>
            </text>
          )
        })}
      </svg>
    </Card>
  )
}
