import { type CSSProperties, memo } from 'react'
import { classNames } from '#ui/class-names.ts'
import { labelPlaces, labelsFit, type RulerLevels, ruler } from './ruler.ts'

type Label = { name: string; price: string }
type Props = {
  /** Must be the same object while the levels are the same: the static part is then not rendered again with each price. */
  levels: RulerLevels
  price: number | null
  /** Labels of stop, entry and targets, in that order; none where there is no room. */
  labels?: readonly Label[]
  /** An ended signal's needle has the colour of text: the brand's colour means "now". */
  ended?: boolean
  /** Nothing was entered yet: no distance from the entry is drawn. */
  waiting?: boolean
  description: string
}

/** A digit's width as a share of the narrowest track on which names are placed at their levels. */
const CHARACTER = 8 / 320

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** A signal on one line: hatched entry zone, the distance from entry to price, the needle; names over prices below. */
export function RRuler({ levels, price, labels, ended = false, waiting = false, description }: Props) {
  const { needle, progress } = ruler(levels, price)
  return (
    <div>
      <div role="img" aria-label={description} className="relative h-2">
        <Track levels={levels} />
        {progress && !ended && !waiting && (
          <i
            className={classNames('absolute top-0.5 h-1', progress.gains ? 'bg-gain-mark' : 'bg-loss-mark')}
            style={{ left: percent(progress.from), width: percent(progress.to - progress.from) }}
          />
        )}
        {needle !== null && (
          <i
            className={classNames(
              'absolute -top-1 -ml-0.5 h-4 w-1 rounded-[2px] ring-2 ring-surface',
              ended ? 'bg-text' : 'bg-lamp-edge',
            )}
            style={{ left: percent(needle) }}
          />
        )}
      </div>
      {labels && labels.length > 0 && <Names levels={levels} labels={labels} />}
    </div>
  )
}

/** The part that does not move with the price. */
const Track = memo(function Track({ levels }: Pick<Props, 'levels'>) {
  const { zone, targets } = ruler(levels, null)
  const first = targets[0] ?? 1
  return (
    <>
      <i
        className="absolute inset-y-0 left-0 rounded-l-[4px] bg-loss-tint"
        style={{ width: percent(zone.from) }}
      />
      <i
        className="absolute inset-y-0 bg-gain-tint"
        style={{ left: percent(zone.to), width: percent(Math.max(0, first - zone.to)) }}
      />
      <i
        className="absolute inset-y-0 right-0 rounded-r-[4px] bg-gain-tint opacity-70"
        style={{ left: percent(first) }}
      />
      <i
        className="hatched absolute inset-y-0 min-w-1"
        style={{ left: percent(zone.from), width: percent(zone.to - zone.from) }}
      />
      {targets.slice(0, -1).map((target) => (
        <i
          key={target}
          className="absolute inset-y-0 -ml-px w-0.5 bg-surface"
          style={{ left: percent(target) }}
        />
      ))}
    </>
  )
})

/** Names at their levels where there is room for them all; otherwise in the same order, one after the other. */
const Names = memo(function Names({ levels, labels }: { levels: RulerLevels; labels: readonly Label[] }) {
  const widths = labels.map((label) => Math.max(label.name.length, label.price.length) * CHARACTER)
  const fits = labelsFit(widths)
  const places = labelPlaces(ruler(levels, null), widths)
  return (
    <div className="@container">
      <ol
        className={classNames(
          'mt-2 flex flex-wrap justify-between gap-x-3 gap-y-1',
          fits && '@min-[320px]:relative @min-[320px]:block @min-[320px]:h-9',
        )}
      >
        {labels.map(({ name, price: text }, index) => {
          const side =
            index === 0
              ? ''
              : index === labels.length - 1
                ? '@min-[320px]:-translate-x-full @min-[320px]:text-right'
                : '@min-[320px]:-translate-x-1/2 @min-[320px]:text-center'
          return (
            <li
              key={name}
              className={classNames(
                'grid gap-0.5 whitespace-nowrap',
                fits && `@min-[320px]:absolute @min-[320px]:left-(--at) ${side}`,
              )}
              style={{ '--at': percent(places[index] ?? 1) } as CSSProperties}
            >
              <span className="text-12 leading-4 text-muted">{name}</span>
              <span className="tabular text-13 leading-[18px]">{text}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
})
