import { useTranslation } from '#lib/language/i18n.ts'
import { useWhen } from '#parts/conversation/when.ts'
import { classNames } from '#ui/class-names.ts'
import { type RulerFacts, rulerPlaces } from './ruler-places.ts'

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const LINE = 20

type Props = { facts: RulerFacts; onGo: (position: number) => void }

/** Where one stands in a thread: what is read, what is not, the accepted answer, and the needle. */
export function ThreadRuler({ facts, onGo }: Props) {
  const { t } = useTranslation('community')
  const when = useWhen()
  const { read, needle, accepted } = rulerPlaces(facts)
  const words: { key: string; at: number; to: number; name: string; time: string; tone?: string }[] = [
    { key: 'first', at: 0, to: 1, name: t('ruler.first'), time: when(facts.beganAt) },
    ...(accepted === null || facts.accepted === null
      ? []
      : [
          {
            key: 'accepted',
            at: accepted,
            to: facts.accepted,
            name: t('ruler.accepted'),
            time: '',
            tone: 'text-gain',
          },
        ]),
    ...(facts.readTo > 0 && facts.readTo < facts.last
      ? [
          {
            key: 'read',
            at: read,
            to: facts.readTo,
            name: t('ruler.read'),
            time: facts.readAt ? when(facts.readAt) : '',
            tone: 'text-muted',
          },
        ]
      : []),
    {
      key: 'needle',
      at: needle,
      to: facts.current,
      name: t('ruler.place', { position: facts.current, count: facts.last }),
      time: '',
    },
    ...(facts.last > 1
      ? [{ key: 'last', at: 1, to: facts.last, name: t('ruler.last'), time: when(facts.endedAt) }]
      : []),
  ]
  const placed = words
    .sort((one, other) => one.at - other.at)
    .map((word, index, all) => ({ ...word, top: 0, index, all }))
  // Labels keep a line's height between them, first downwards, then upwards from the end.
  const HEIGHT = 264
  for (const word of placed) {
    const before = placed[word.index - 1]
    word.top = Math.max(word.at * (HEIGHT - LINE), before ? before.top + LINE : 0)
  }
  for (const word of placed.toReversed()) {
    const after = placed[word.index + 1]
    word.top = Math.min(word.top, after ? after.top - LINE : HEIGHT - LINE)
  }
  return (
    <div className="grid h-66 grid-cols-[24px_1fr] gap-3">
      <div aria-hidden className="relative ml-2 w-2 rounded-[4px] bg-raised">
        <i
          className="absolute top-0 left-0 w-2 rounded-t-[4px] bg-line-strong"
          style={{ height: percent(read) }}
        />
        <i
          className="absolute bottom-0 left-0 w-2 rounded-b-[4px] bg-[repeating-linear-gradient(115deg,var(--info)_0_1px,transparent_1px_4px)]"
          style={{ top: percent(read) }}
        />
        {accepted !== null && (
          <i className="absolute left-0 -mt-0.5 h-1 w-2 bg-gain-mark" style={{ top: percent(accepted) }} />
        )}
        <i
          className="absolute -left-1 -mt-0.5 h-1 w-4 rounded-[2px] bg-lamp-edge shadow-[0_0_0_2px_var(--bg)]"
          style={{ top: percent(needle) }}
        />
      </div>
      <ul className="relative text-13">
        {placed.map(({ key, top, to, name, time, tone }) => (
          <li key={key} className="absolute inset-x-0 h-5" style={{ top }}>
            <button
              type="button"
              onClick={() => onGo(to)}
              aria-current={key === 'needle' ? 'location' : undefined}
              className="flex w-full justify-between gap-2 rounded-inner text-left whitespace-nowrap hover:underline"
            >
              <span className={classNames('truncate', tone, key === 'needle' && 'tabular font-semibold')}>
                {name}
              </span>
              <span className="text-muted">{time}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
