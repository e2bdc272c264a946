import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { FigureStat } from './figure-stat.tsx'
import type { Figures } from './figures.ts'
import { RevenueCard } from './revenue-card.tsx'

/** The figures that staff steer by, a share as how many of how many; those of money for admins. */
export function KeyFigures({ figures: { sign_ups, members }, money }: { figures: Figures; money: boolean }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  return (
    <div className="grid min-w-0 content-start gap-4">
      <Card className="grid grid-cols-2 gap-x-6 gap-y-5 p-4 md:grid-cols-4 md:p-6">
        <FigureStat
          figure="signUps"
          value={format.number(sign_ups.count)}
          note={t('figures.before', { count: format.number(sign_ups.before) })}
        />
        <FigureStat figure="members" value={format.number(members.all)} />
        <FigureStat
          figure="premium"
          value={t('figures.of', { count: format.number(members.premium), all: format.number(members.all) })}
          note={t('figures.share', {
            share: format.percent(members.all === 0 ? null : members.premium / members.all),
          })}
        />
        <FigureStat figure="converted" value={format.number(members.converted)} />
      </Card>
      {money && <RevenueCard />}
    </div>
  )
}
