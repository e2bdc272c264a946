import { useQuery } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES } from 'mails/languages'
import { Suspense, useCallback, useState } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { colleaguesQuery } from '#lib/data/colleagues.ts'
import { personName } from '#lib/data/person-name.ts'
import { type ResourceFilter, useRows } from '#lib/data/resource.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { SearchField } from '#ui/form/search-field.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useSetParameters } from '#ui/table/desk-filters.tsx'
import { useWide } from '#ui/use-wide.ts'
import type { Studio } from '../define-studio.ts'
import { CONTENTS, contentCountsQuery, STATES } from '../document/content.ts'
import { ContentList } from './content-list.tsx'
import { ContentPanel } from './content-panel.tsx'
import { NewContent } from './new-content.tsx'
import { OrderList } from './order-list.tsx'

/** All content that staff publish, in one list. What expires first comes first; the chosen item opens next to it. */
export function ContentsScreen({ studios }: { studios: readonly Studio[] }) {
  const { t } = useTranslation('studio')
  const { staffRole } = useSession()
  const wide = useWide()
  const [search] = useSearchParams()
  const set = useSetParameters()
  const [making, setMaking] = useState(false)
  const studio = studios.find(({ kind }) => kind === search.get('type'))
  const ordering = studio !== undefined && search.get('ordre') === '1'
  const opened = search.get('contenu')
  const list = useRows(CONTENTS, useFilter(studio))
  const open = useCallback((contenu: string | null) => set({ contenu }), [set])
  const onWords = useCallback((words: string) => set({ q: words.trim() || null }), [set])
  const mayWrite = studios.filter(({ writers }) => staffRole && writers.includes(staffRole))
  const panel = opened && (
    <ContentPanel key={opened} opened={opened} studios={studios} rows={list.rows} onOpen={open} />
  )
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-1 flex-col',
        wide && panel && 'h-[calc(100dvh-var(--spacing)*14)] flex-none overflow-hidden',
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-5 md:px-6">
        <div className="min-w-0">
          <PageTitle>{t('title')}</PageTitle>
          <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
        </div>
        <div className="flex items-center gap-2 max-sm:w-full">
          <SearchField
            label={t('search')}
            value={search.get('q') ?? ''}
            onChange={onWords}
            className="min-w-0 flex-1 sm:w-60 sm:flex-none"
          />
          {mayWrite.length > 0 && (
            <Button
              variant={opened ? 'outline' : 'primary'}
              className="h-10!"
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setMaking(true)}
            >
              {t('new.do')}
            </Button>
          )}
        </div>
      </header>
      <Kinds studios={studios} />
      <div
        className={classNames(
          'grid min-h-0 flex-1 border-t border-line',
          wide && panel && 'grid-cols-[minmax(0,1fr)_minmax(0,560px)]',
        )}
      >
        <div className={classNames('flex min-w-0 flex-col', wide && panel && 'overflow-y-auto')}>
          <Filters studio={studio} ordering={ordering} />
          {studio?.Tools && mayWrite.includes(studio) && (
            <div className="flex flex-wrap gap-2 px-4 pb-3 md:px-6">
              <Suspense fallback={null}>
                <studio.Tools />
              </Suspense>
            </div>
          )}
          {ordering ? (
            <OrderList studio={studio} />
          ) : (
            <ContentList
              list={list}
              studios={studios}
              opened={opened}
              onOpen={open}
              onNew={() => setMaking(true)}
            />
          )}
        </div>
        {wide && panel && (
          <aside aria-label={t('panel.label')} className="min-h-0 min-w-0 border-l border-line bg-surface">
            {panel}
          </aside>
        )}
      </div>
      {!wide && (
        <Sheet
          full
          open={panel !== null}
          onOpenChange={(next) => !next && open(null)}
          title={t('panel.label')}
        >
          {panel}
        </Sheet>
      )}
      {making && (
        <NewContent
          studios={mayWrite}
          {...(studio ? { first: studio } : {})}
          onClose={() => setMaking(false)}
        />
      )}
    </div>
  )
}

/** The list filter, read from the address. */
function useFilter(studio: Studio | undefined): ResourceFilter {
  const [search] = useSearchParams()
  const asked = {
    kind: studio?.kind,
    state: STATES.find((one) => one === search.get('etat')),
    query: search.get('q'),
    language: LANGUAGES.find((one) => one === search.get('langue')),
    expiring: search.get('expire'),
    author: search.get('auteur'),
  }
  return Object.fromEntries(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const TAB =
  'relative flex shrink-0 items-baseline gap-1.5 border-b-2 border-transparent py-3 font-medium whitespace-nowrap text-muted transition-colors hover:text-text aria-pressed:border-text aria-pressed:text-text'

/** A tab for each kind, with its number of items. */
function Kinds({ studios }: { studios: readonly Studio[] }) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const [search] = useSearchParams()
  const set = useSetParameters()
  const counts = useQuery(contentCountsQuery).data
  const chosen = search.get('type')
  const count = (kind: string | null) =>
    counts?.reduce((sum, one) => (kind === null || one.kind === kind ? sum + one.items : sum), 0)
  const tab = (kind: string | null, name: React.ReactNode) => {
    const items = count(kind)
    return (
      <button
        key={kind ?? ''}
        type="button"
        aria-pressed={chosen === kind}
        onClick={() => set({ type: kind, ordre: null, contenu: null })}
        className={TAB}
      >
        {name}
        <span className="tabular text-faint">{items === undefined ? format.dash : format.number(items)}</span>
      </button>
    )
  }
  return (
    <fieldset aria-label={t('kinds')} className="mt-1 flex min-w-0 gap-6 overflow-x-auto px-4 md:px-6">
      {tab(null, t('all'))}
      {studios.map((studio) => tab(studio.kind, <Many studio={studio} />))}
    </fieldset>
  )
}

function Many({ studio }: { studio: Studio }) {
  const { t } = useTranslation(studio.words)
  return t(`${studio.kind}.many`)
}

function Filters({ studio, ordering }: { studio: Studio | undefined; ordering: boolean }) {
  const { t } = useTranslation('studio')
  const [search] = useSearchParams()
  const set = useSetParameters()
  const counts = (useQuery(contentCountsQuery).data ?? []).filter(
    ({ kind }) => !studio || kind === studio.kind,
  )
  const writers = useQuery(colleaguesQuery).data ?? []
  const sum = (of: 'incomplete' | 'expiring') => counts.reduce((all, one) => all + one[of], 0)
  const language = LANGUAGES.find((one) => one === search.get('langue')) ?? null
  const expiring = search.get('expire') === '1'
  const plain = !ordering && !language && !expiring && !search.get('etat') && !search.get('auteur')
  return (
    <fieldset
      aria-label={t('filters.label')}
      className="flex min-w-0 flex-wrap items-center gap-2 px-4 py-3 md:px-6"
    >
      <Chip
        selected={plain}
        onClick={() => set({ langue: null, expire: null, etat: null, auteur: null, ordre: null })}
      >
        {t('filters.due')}
      </Chip>
      <ChipMenu
        label={`${t('filters.translate')} ${sum('incomplete') || ''}`.trim()}
        any={t('filters.anyLanguage')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(value) => set({ langue: value, ordre: null })}
      />
      <Chip
        selected={expiring}
        {...(sum('expiring') > 0 ? { count: sum('expiring') } : {})}
        onClick={() => set({ expire: expiring ? null : '1', ordre: null })}
      >
        {t('filters.expiring')}
      </Chip>
      <ChipMenu
        label={t('filters.state')}
        any={t('filters.any')}
        value={STATES.find((one) => one === search.get('etat')) ?? null}
        options={STATES.map((value) => ({ value, label: t(`filters.states.${value}`) }))}
        onChange={(value) => set({ etat: value, ordre: null })}
      />
      <ChipMenu
        label={t('filters.author')}
        any={t('filters.anyAuthor')}
        value={search.get('auteur')}
        options={writers.map((one) => ({
          value: one.user_id,
          label: personName(one),
        }))}
        onChange={(value) => set({ auteur: value, ordre: null })}
      />
      {studio && (
        <Chip selected={ordering} onClick={() => set({ ordre: ordering ? null : '1' })}>
          <ListOrdered size={14} strokeWidth={1.75} aria-hidden />
          {t('filters.order')}
        </Chip>
      )}
    </fieldset>
  )
}
