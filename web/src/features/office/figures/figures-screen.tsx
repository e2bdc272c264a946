import { useQuery } from '@tanstack/react-query'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnswersCard } from './answers-card.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { FeedsCard } from './feeds-card.tsx'
import { figuresQuery, PERIODS } from './figures.ts'
import { FiguresBoard } from './figures-board.tsx'
import { KeyFigures } from './key-figures.tsx'
import { WaitingCard } from './waiting-card.tsx'
import { WeekCard } from './week/week-card.tsx'

/** What staff see first: what waits, how the feeds fare, the key figures with their definitions, and the week. */
export default function FiguresScreen() {
  const { t } = useTranslation('office')
  const [search, setSearch] = useSearchParams()
  const period = oneOf(PERIODS, search.get('jours')) ?? '30'
  const figures = useQuery(figuresQuery(period))
  const admin = useSession().staffRole === 'admin'
  return (
    <div className="mx-auto grid w-full max-w-312 content-start gap-4 px-4 pt-5 pb-10 md:px-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <PageTitle>{t('places.figures')}</PageTitle>
          <p className="mt-0.5 text-pretty text-muted">{t('figures.purpose')}</p>
        </div>
        <Segmented
          label={t('figures.period')}
          value={period}
          onChange={(value) =>
            setSearch((current) => withParameters(current, { jours: value === '30' ? null : value }), {
              replace: true,
            })
          }
          options={PERIODS.map((value) => ({ value, label: t(`figures.periods.${value}`) }))}
        />
      </header>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className={STACK}>
          <WaitingCard admin={admin} />
          {figures.data && <KeyFigures figures={figures.data} money={admin} />}
          <AnswersCard period={period} admin={admin} />
        </div>
        <div className={STACK}>
          <FeedsCard admin={admin} />
          {figures.data && <DeliveryCard delivery={figures.data.delivery} />}
        </div>
      </div>
      {figures.data ? (
        <>
          <WeekCard admin={admin} />
          <FiguresBoard figures={figures.data} />
        </>
      ) : figures.isLoadingError ? (
        <ErrorState onRetry={() => void figures.refetch()} />
      ) : (
        <>
          <Skeleton className="h-24" />
          <div className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        </>
      )}
    </div>
  )
}

const STACK = 'grid min-w-0 content-start gap-4'
