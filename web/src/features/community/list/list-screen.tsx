import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarDays, Crosshair, FilterX, MessagesSquare, PenLine, Search, Sprout } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { ownMemberQuery } from '#lib/community/members.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { EmptyState } from '#ui/states.tsx'
import { categoriesQuery } from '../forum.ts'
import { useCommunityPresence } from '../use-community-presence.ts'
import { CategoryChips, CategoryList } from './category-list.tsx'
import { CounterStrip, LiveDot } from './counter-strip.tsx'
import { DraftList } from './draft-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, isNarrowed, NO_FILTERS, readFilters, writeFilters } from './filters.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { PopularityNote } from './popularity-note.tsx'
import { ThreadList } from './thread-list.tsx'
import { threadsQuery } from './threads-query.ts'
import { useThreadArrivals } from './use-arrivals.ts'

/** The two areas of the community (S-15). */
const AREAS = [
  { key: 'forum', to: '/communaute', Icon: MessagesSquare },
  { key: 'events', to: '/communaute/evenements', Icon: CalendarDays },
] as const

/** The forum: what is unread first, and how each idea really goes (S-15). */
export default function ListScreen() {
  const { t, i18n } = useTranslation('community')
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const ideas = categories.find(({ of_ideas }) => of_ideas)
  const [searchOpen, setSearchOpen] = useState(filters.search !== '')
  const present = useCommunityPresence(false)
  const { data: me } = useQuery(ownMemberQuery)
  const asked: Filters =
    filters.list === 'mes-idees'
      ? { ...filters, category: ideas?.slug ?? null, author: me?.id ?? null }
      : filters
  const threads = useInfiniteQuery({
    ...threadsQuery(asked, i18n.language),
    enabled: filters.list !== 'brouillons' && (filters.list !== 'mes-idees' || me !== undefined),
  })
  const { arrived, show } = useThreadArrivals(asked)
  const change = (next: Partial<Filters>) =>
    setSearch((current) => writeFilters(current, next), { replace: true })
  const rows = [
    ...new Map(threads.data?.pages.flatMap((page) => page.threads).map((row) => [row.id, row])).values(),
  ]
  const category = categories.find(({ slug }) => slug === filters.category)
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-4 lg:px-6">
        <header className="flex items-center gap-x-3">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <HelpTitle article="regles-du-forum">{t('title')}</HelpTitle>
              {rows.some(({ demonstration }) => demonstration) && (
                <Badge tone="line">{t('demonstration')}</Badge>
              )}
            </div>
            <p className="text-pretty text-muted max-sm:sr-only">{t('purpose')}</p>
          </div>
          <Button
            variant="ghost"
            iconOnly
            aria-label={t('search.label')}
            aria-expanded={searchOpen}
            onClick={() => {
              setSearchOpen(!searchOpen)
              if (searchOpen) change(NO_FILTERS)
            }}
            icon={<Search size={16} strokeWidth={1.75} aria-hidden />}
          />
          <Button asChild variant="outline">
            <Link to="/communaute?idee=nouvelle">
              <Crosshair size={16} strokeWidth={1.75} aria-hidden />
              <span className="max-sm:sr-only">{t('newIdea')}</span>
            </Link>
          </Button>
          <NewThreadButton category={category?.of_ideas ? null : filters.category} />
        </header>
        <nav aria-label={t('areas.label')} className="-mt-1 flex gap-5 border-b border-line">
          {AREAS.map(({ key, to, Icon }) => (
            <Link
              key={key}
              to={to}
              aria-current={key === 'forum' ? 'page' : undefined}
              className="relative -mb-px flex h-9 items-center gap-2 border-b-2 border-transparent font-medium text-muted after:absolute after:-inset-y-1 after:inset-x-0 hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text"
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {t(`areas.${key}`)}
            </Link>
          ))}
        </nav>
        {searchOpen && (
          <SearchField
            label={t('search.label')}
            value={filters.search}
            onChange={(text) => change({ search: text })}
          />
        )}
        {filters.search === '' && <CounterStrip present={present} />}
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] border-line lg:grid-cols-[208px_minmax(0,1fr)] lg:border-t">
        <aside className="border-r border-line px-2 max-lg:hidden">
          <CategoryList filters={filters} search={search} />
        </aside>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 px-4 pb-20 lg:px-6 lg:py-4">
          <FilterBar filters={filters} onChange={change} searching={filters.search !== ''} />
          <CategoryChips filters={filters} onChange={change} />
          <div
            className={classNames(
              'flex min-h-8 flex-wrap items-center gap-3 text-13',
              arrived === 0 && 'max-lg:sr-only',
            )}
          >
            <p role="status" className="flex items-center gap-3">
              {arrived > 0 && (
                <>
                  <LiveDot />
                  {t('arrived', { count: arrived })}
                </>
              )}
            </p>
            {arrived > 0 && (
              <button
                type="button"
                onClick={show}
                className="relative underline decoration-line-strong underline-offset-3 after:absolute after:-inset-3 hover:decoration-current"
              >
                {t('showArrived')}
              </button>
            )}
            <p className="ml-auto flex items-center gap-1.5 text-muted max-lg:hidden" aria-hidden>
              <Kbd>J</Kbd>
              <Kbd>K</Kbd>
              {t('keys.browse')}
              <Kbd>U</Kbd>
              {t('keys.nextUnread')}
            </p>
          </div>
          {filters.list === 'brouillons' ? (
            <DraftList />
          ) : threads.isLoadingError ? (
            <ErrorState onRetry={() => void threads.refetch()} />
          ) : threads.isPending ? (
            <ListSkeleton />
          ) : rows.length === 0 ? (
            <Nothing filters={filters} category={category?.names[i18n.language] ?? null} onChange={change} />
          ) : (
            <>
              <ThreadList threads={rows} byActivity={filters.view === 'recents' && !filters.search} />
              {threads.hasNextPage && (
                <Button
                  variant="ghost"
                  block
                  busy={threads.isFetchingNextPage}
                  onClick={() => void threads.fetchNextPage()}
                >
                  {t('more')}
                </Button>
              )}
            </>
          )}
          <PopularityNote />
        </div>
      </div>
    </div>
  )
}

function NewThreadButton({ category }: { category: string | null }) {
  const { t } = useTranslation('community')
  return (
    <Button
      asChild
      variant="primary"
      className="max-lg:fixed max-lg:right-4 max-lg:bottom-[calc(var(--spacing-tabs)+1rem)] max-lg:z-20 max-lg:h-12 max-lg:text-16 max-lg:shadow-float"
    >
      <Link to={`/communaute?nouveau=1${category ? `&categorie=${category}` : ''}`}>
        <PenLine size={16} strokeWidth={1.75} aria-hidden />
        {t('newThread')}
      </Link>
    </Button>
  )
}

type NothingProps = {
  filters: Filters
  category: string | null
  onChange: (change: Partial<Filters>) => void
}

/** An empty category has a next step; a search without a hit can be widened. */
function Nothing({ filters, category, onChange }: NothingProps) {
  const { t } = useTranslation('community')
  const { staffRole } = useSession()
  const icon = (Icon: typeof Sprout): ReactNode => <Icon size={20} strokeWidth={1.75} aria-hidden />
  if (isNarrowed(filters)) {
    return (
      <EmptyState
        icon={icon(FilterX)}
        title={t('empty.narrowed')}
        action={<Button onClick={() => onChange(NO_FILTERS)}>{t('empty.widen')}</Button>}
      >
        {t('empty.narrowedText')}
      </EmptyState>
    )
  }
  if (filters.list)
    return (
      <EmptyState icon={icon(MessagesSquare)} title={t(`empty.${filters.list}`)}>
        {t(`empty.${filters.list}Text`)}
      </EmptyState>
    )
  if (filters.view === 'sans-reponse')
    return <EmptyState icon={icon(MessagesSquare)} title={t('empty.answered')} />
  const mayAsk = filters.category !== 'debriefs' || staffRole !== null
  return (
    <EmptyState
      icon={icon(Sprout)}
      title={category ? t('empty.category', { category }) : t('empty.forum')}
      action={
        mayAsk && (
          <Button asChild>
            <Link to={`/communaute?nouveau=1${filters.category ? `&categorie=${filters.category}` : ''}`}>
              {t('empty.ask')}
            </Link>
          </Button>
        )
      }
    >
      {t('empty.text')}
    </EmptyState>
  )
}
