import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Link } from '#ui/link.tsx'
import { boardQuery } from '../queries.ts'
import { BoardRows } from './board-rows.tsx'

const SHOWN = 7

/** The week's ranking beside the result; nothing while nobody has joined. */
export function WeekCard({ day }: { day: string }) {
  const { t } = useTranslation('daily-test')
  const { data } = useQuery(boardQuery(day))
  if (!data || data.rows.length === 0) return null
  const mine = data.rows.findIndex(({ me }) => me)
  const near =
    mine < SHOWN - 1
      ? data.rows.slice(0, SHOWN)
      : [...data.rows.slice(0, 3), ...data.rows.slice(Math.max(3, mine - 1), mine + 2)]
  return (
    <Card className="overflow-hidden">
      <div className="flex items-baseline justify-between px-5 pt-4 pb-2">
        <h2 className="font-semibold">{t('board.title')}</h2>
        <span className="tabular text-13 text-muted">{t('board.of', { of: data.of })}</span>
      </div>
      <BoardRows rows={near} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-3 gap-y-1 border-t border-line px-5 py-3 text-13 text-muted">
        <span>{t('board.players', { count: data.players })}</span>
        <Link to="/test-journalier?onglet=classement">{t(data.me ? 'board.all' : 'board.join')}</Link>
      </p>
    </Card>
  )
}
