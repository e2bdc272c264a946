import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, FileQuestion } from 'lucide-react'
import type { Language } from 'mails/languages'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Tabs } from '#ui/figure/tabs.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useSetParameters } from '#ui/table/desk-filters.tsx'
import { useWide } from '#ui/use-wide.ts'
import type { Studio } from './define-studio.ts'
import { type ContentItem, contentQuery } from './document/content.ts'
import { useContentForm } from './document/use-content-form.ts'
import { Checks } from './form/checks.tsx'
import { Fields } from './form/fields.tsx'
import { Flags } from './form/flags.tsx'
import { ItemActions } from './form/item-actions.tsx'
import { LanguageSwitch } from './form/language-switch.tsx'
import { LanguageTable } from './form/language-table.tsx'
import { Preview } from './form/preview.tsx'
import { Editors, SaveLine } from './form/save-line.tsx'
import { StudioForm, useContent, useNames, Writable } from './form/studio-context.tsx'
import { TextEditor, TextsOfLanguage } from './form/text-editor.tsx'
import { VersionBadge } from './form/version-badge.tsx'
import { ContentTree } from './tree/content-tree.tsx'
import { ConflictDialog } from './versions/conflict-dialog.tsx'

const LIST = '/admin/contenus'

/** The full studio of one item: fields, long texts, preview, and every text in four languages. */
export function StudioScreen({ studios }: { studios: readonly Studio[] }) {
  const { t } = useTranslation('studio')
  const [search] = useSearchParams()
  const [kind = '', slug = ''] = (search.get('contenu') ?? '').split('/')
  const studio = studios.find((one) => one.kind === kind)
  const content = useQuery({ ...contentQuery(kind, slug), enabled: studio !== undefined })
  if (content.isLoadingError) return <ErrorState className="m-6" onRetry={() => void content.refetch()} />
  if (studio && content.isPending) return <Skeleton className="m-6 h-160" />
  if (!studio || !content.data)
    return (
      <div className="p-6">
        <PageTitle className="sr-only">{t('gone.title')}</PageTitle>
        <EmptyState
          icon={<FileQuestion size={20} strokeWidth={1.75} aria-hidden />}
          title={t('gone.title')}
          action={
            <Button asChild>
              <Link to={LIST}>{t('gone.back')}</Link>
            </Button>
          }
        >
          {t('gone.note')}
        </EmptyState>
      </div>
    )
  return <OpenStudio key={content.data.id} studio={studio} studios={studios} item={content.data} />
}

type OpenProps = { studio: Studio; studios: readonly Studio[]; item: ContentItem }

function OpenStudio({ studio, studios, item }: OpenProps) {
  const { t } = useTranslation('studio')
  const content = useContentForm(studio, item)
  const wide = useWide()
  const client = useQueryClient()
  const set = useSetParameters()
  const changed = (slug = item.slug) => {
    if (slug !== item.slug) set({ contenu: `${item.kind}/${slug}` })
    void client.invalidateQueries({ queryKey: ['content', item.kind] })
  }
  const lies = studio.children !== undefined || item.parent !== null
  const tree = lies ? <ContentTree studios={studios} /> : null
  return (
    <StudioForm content={content}>
      <StudioHead onChanged={changed} />
      {!content.mayWrite && (
        <div className="px-4 pt-3 md:px-6">
          <Notice>{t('readOnly')}</Notice>
        </div>
      )}
      {item.refusal && (
        <div className="px-4 pt-3 md:px-6">
          <Notice refusal>{t('publish.failedThen')}</Notice>
        </div>
      )}
      <Flags flags={item.flags} />
      {wide ? <Desk tree={tree} /> : <Phone tree={tree} />}
      <ConflictDialog />
    </StudioForm>
  )
}

function StudioHead({ onChanged }: { onChanged: (slug?: string) => void }) {
  const { t } = useTranslation('studio')
  const { studio, form } = useContent()
  const { t: words } = useNames()
  const [title, name] = form.watch(['texts.fr.title', 'fields.name'] as never) as unknown as [
    string?,
    string?,
  ]
  return (
    <header className="sticky top-topbar z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-bg px-4 py-2.5 md:px-6">
      <nav aria-label={t('title')} className="flex items-center gap-1.5 text-13 text-muted max-xl:hidden">
        {[
          { to: LIST, name: t('title') },
          { to: `${LIST}?type=${studio.kind}`, name: words(`${studio.kind}.many`) },
        ].map(({ to, name: place }) => (
          <Fragment key={to}>
            <Link to={to} className="rounded-inner hover:text-text">
              {place}
            </Link>
            <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
          </Fragment>
        ))}
      </nav>
      <PageTitle className="min-w-0 truncate text-16!">{title || name || t('untitled')}</PageTitle>
      <VersionBadge />
      <SaveLine />
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <Editors />
        <ItemActions onChanged={onChanged} />
      </span>
    </header>
  )
}

/** Desktop layout: fields on the left, with the tree where there is one; the open text and its preview on the right, all languages below. */
function Desk({ tree }: { tree: ReactNode }) {
  const { t } = useTranslation('studio')
  const { studio } = useContent()
  const { textName } = useNames()
  const long = studio.texts.find(({ as }) => as === 'markdown')
  const [language, setLanguage] = useState<Language>('fr')
  const [name, setName] = useState(long?.name ?? null)
  const opened = name === null ? null : { name, language }
  const [side, setSide] = useState('tree')
  const fields = (
    <Writable>
      <Fields />
    </Writable>
  )
  return (
    <div
      className={classNames(
        'grid min-w-0 flex-1',
        // A kind with few fields gives the space to its texts.
        tree
          ? 'grid-cols-[minmax(0,304px)_minmax(0,1fr)]'
          : Object.keys(studio.shapes).length > 3
            ? 'grid-cols-[minmax(0,400px)_minmax(0,1fr)]'
            : 'grid-cols-[minmax(0,272px)_minmax(0,1fr)]',
      )}
    >
      <aside className="@container sticky top-27 h-[calc(100dvh-var(--spacing)*27)] min-w-0 overflow-y-auto border-r border-line">
        {tree ? (
          <div className="[&>div>[role=tablist]]:px-4">
            <Tabs
              keep
              label={t('tree.side')}
              value={side}
              onChange={setSide}
              tabs={[
                { value: 'tree', label: t('tree.title'), content: <div className="-mt-6">{tree}</div> },
                { value: 'fields', label: t('tabs.fields'), content: <div className="-mt-6">{fields}</div> },
              ]}
            />
          </div>
        ) : (
          <>
            <div className="border-b border-line">
              <Checks />
            </div>
            {fields}
          </>
        )}
      </aside>
      <div className="flex min-w-0 flex-col">
        <div className={opened ? 'grid h-135 min-w-0 xl:grid-cols-2' : 'h-135'}>
          {opened && (
            <section
              aria-label={textName(opened.name)}
              className="flex min-h-0 min-w-0 flex-col border-line bg-well max-xl:border-b xl:border-r"
            >
              <header className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
                <h2 className="mr-auto font-semibold">{textName(opened.name)}</h2>
                <LanguageSwitch
                  short
                  label={t('languages.written')}
                  value={language}
                  onChange={setLanguage}
                />
              </header>
              <div className="min-h-0 flex-1">
                <Writable>
                  <TextEditor
                    key={`${opened.name} ${language}`}
                    name={opened.name}
                    language={language}
                    bare
                  />
                </Writable>
              </div>
            </section>
          )}
          <div className={opened ? 'flex min-h-0 min-w-0 max-xl:hidden' : 'flex h-full min-w-0'}>
            <div className="flex min-h-0 min-w-0 flex-1 flex-col">
              <Preview language={language} onLanguage={setLanguage} />
              {tree && (
                <div
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys
                  tabIndex={0}
                  className="max-h-1/2 shrink-0 overflow-y-auto border-t border-line -outline-offset-2"
                >
                  <Checks />
                </div>
              )}
            </div>
          </div>
        </div>
        <Writable>
          <LanguageTable
            opened={opened}
            onOpen={(text, of) => {
              setName(text)
              setLanguage(of)
            }}
          />
        </Writable>
      </div>
    </div>
  )
}

/** Phone layout, one column: the fields, the texts of one language, the preview. */
function Phone({ tree }: { tree: ReactNode }) {
  const { t } = useTranslation('studio')
  const [language, setLanguage] = useState<Language>('fr')
  const [tab, setTab] = useState('texts')
  const { studio } = useContent()
  const texts = (
    <div className="-mt-6">
      <div className="border-b border-line px-4 py-3">
        <LanguageSwitch label={t('languages.written')} value={language} onChange={setLanguage} />
      </div>
      <Writable>
        <TextsOfLanguage key={language} language={language} />
      </Writable>
    </div>
  )
  return (
    <div className="[&>div>[role=tablist]]:px-4">
      <Tabs
        label={t('title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'texts', label: t('tabs.texts'), content: texts },
          ...(Object.keys(studio.shapes).length === 0
            ? []
            : [
                {
                  value: 'fields',
                  label: t('tabs.fields'),
                  content: (
                    <div className="-mt-6">
                      <Writable>
                        <Fields />
                      </Writable>
                    </div>
                  ),
                },
              ]),
          ...(tree
            ? [{ value: 'tree', label: t('tree.title'), content: <div className="-mt-6">{tree}</div> }]
            : []),
          {
            value: 'preview',
            label: t('preview.title'),
            content: (
              <div className="-mt-6">
                <Preview language={language} onLanguage={setLanguage} />
                <Checks />
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}
