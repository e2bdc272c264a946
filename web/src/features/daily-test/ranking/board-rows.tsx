import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { Fragment } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { Board } from '../queries.ts'

/** Ranks with their pseudonyms; equal scores share a rank. A gap in the ranks shows as one. */
export function BoardRows({ rows }: Pick<Board, 'rows'>) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  return (
    <ol>
      {rows.map((row, at) => (
        <Fragment key={`${row.rank} ${row.pseudonym}`}>
          {at > 0 && row.rank > (rows[at - 1]?.rank ?? 0) + sharing(rows, at - 1) && (
            <li aria-hidden className="pl-6 text-faint">
              ⋮
            </li>
          )}
          <li
            className={classNames(
              'grid min-h-9 grid-cols-[32px_minmax(0,1fr)_auto_40px] items-center gap-2 px-5',
              row.me && 'bg-raised font-semibold',
            )}
          >
            <span className="tabular text-muted">{row.rank}</span>
            <span className="truncate">
              {row.me ? t('board.you', { name: row.pseudonym }) : row.pseudonym}
            </span>
            <Move move={row.move} />
            <span className="tabular text-right font-semibold">{format.number(row.score)}</span>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

/** How many rows up to this one have its rank: the next rank comes after all of them. */
const sharing = (rows: Board['rows'], at: number): number =>
  Math.max(1, rows.slice(0, at + 1).filter(({ rank }) => rank === rows[at]?.rank).length)

/** Places won or lost since the day before; none on the first day. */
function Move({ move }: { move: number | null }) {
  const { t } = useTranslation('daily-test')
  if (move === null) return <span />
  const Icon = move > 0 ? ArrowUp : move < 0 ? ArrowDown : Equal
  return (
    <span className="flex items-center gap-0.5 text-13 text-muted">
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{t(move > 0 ? 'board.up' : move < 0 ? 'board.down' : 'board.same')}</span>
      {move !== 0 && <span className="tabular">{Math.abs(move)}</span>}
    </span>
  )
}
