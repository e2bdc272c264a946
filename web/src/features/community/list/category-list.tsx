import { useQuery } from '@tanstack/react-query'
import { Bell, Crosshair, FilePenLine, Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { type Unread, unreadQuery } from '#lib/community/unread.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Chip } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { categoriesQuery } from '../forum.ts'
import { categoryIcon } from '../icons.ts'
import { type Filters, LISTS, type OwnList, writeFilters } from './filters.ts'

const LIST_ICONS: Readonly<Record<OwnList, LucideIcon>> = {
  suivis: Bell,
  brouillons: FilePenLine,
  'mes-idees': Crosshair,
}

const countOf = (list: OwnList, unread: Unread | undefined): number =>
  ({ suivis: unread?.followed, brouillons: unread?.drafts, 'mes-idees': unread?.ideas })[list] ?? 0

type Props = { filters: Filters; search: URLSearchParams }

/** The categories with what is unread in each, and the reader's own lists. */
export function CategoryList({ filters, search }: Props) {
  const { t, i18n } = useTranslation('community')
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: unread } = useQuery(unreadQuery)
  const to = (change: Partial<Filters>) =>
    `/communaute?${writeFilters(search, { category: null, list: null, ...change })}`
  const link = (
    key: string,
    href: string,
    Icon: LucideIcon,
    on: boolean,
    count: number,
    children: ReactNode,
  ) => (
    <li key={key}>
      <Link
        to={href}
        aria-current={on ? 'page' : undefined}
        className="flex h-8 items-center gap-3 rounded-control px-2 font-medium text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text pointer-coarse:h-target"
      >
        <Icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {count > 0 && <span className="tabular text-13 font-normal text-muted">{count}</span>}
      </Link>
    </li>
  )
  return (
    <nav aria-label={t('categories.title')} className="grid content-start gap-4 py-2">
      <section>
        <h2 className="px-2 pt-2 pb-1 text-13 font-medium text-muted">{t('categories.title')}</h2>
        <ul>
          {link(
            'all',
            to({}),
            Inbox,
            filters.category === null && filters.list === null,
            unread?.total ?? 0,
            t('categories.all'),
          )}
          {categories.map(({ slug, names, icon }) =>
            link(
              slug,
              to({ category: slug }),
              categoryIcon(icon),
              filters.category === slug,
              unread?.categories[slug] ?? 0,
              names[i18n.language],
            ),
          )}
        </ul>
      </section>
      <section>
        <h2 className="px-2 pt-2 pb-1 text-13 font-medium text-muted">{t('lists.title')}</h2>
        <ul>
          {LISTS.map((list) =>
            link(
              list,
              to({ list }),
              LIST_ICONS[list],
              filters.list === list,
              countOf(list, unread),
              t(`lists.${list}`),
            ),
          )}
        </ul>
      </section>
    </nav>
  )
}

/** The same on a phone: one line of chips. */
export function CategoryChips({
  filters,
  onChange,
}: {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}) {
  const { t, i18n } = useTranslation('community')
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: unread } = useQuery(unreadQuery)
  const chip = (key: string, change: Partial<Filters>, on: boolean, count: number, name: string) => (
    <Chip
      key={key}
      selected={on}
      onClick={() => onChange({ category: null, list: null, ...change })}
      {...(count > 0 ? { count } : {})}
    >
      {name}
    </Chip>
  )
  return (
    <div
      role="toolbar"
      aria-label={t('categories.title')}
      className={classNames('-mx-4 flex gap-2 overflow-x-auto px-4 py-2 lg:hidden')}
    >
      {chip(
        'all',
        {},
        filters.category === null && filters.list === null,
        unread?.total ?? 0,
        t('categories.every'),
      )}
      {categories.map(({ slug, names }) =>
        chip(
          slug,
          { category: slug },
          filters.category === slug,
          unread?.categories[slug] ?? 0,
          names[i18n.language],
        ),
      )}
      {LISTS.map((list) =>
        chip(list, { list }, filters.list === list, countOf(list, unread), t(`lists.${list}`)),
      )}
    </div>
  )
}
