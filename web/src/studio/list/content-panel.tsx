import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, ChevronDown, ChevronUp, Hourglass, Maximize2, X } from 'lucide-react'
import type { Language } from 'mails/languages'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Studio } from '../define-studio.ts'
import {
  type ContentItem,
  type ContentRow,
  contentQuery,
  contentRefusalOf,
  useReverifyFacts,
} from '../document/content.ts'
import { type ContentDocument, datedFacts, daysLeft, SOON_DAYS } from '../document/document.ts'
import { useContentForm } from '../document/use-content-form.ts'
import { Checks } from '../form/checks.tsx'
import { Fields } from '../form/fields.tsx'
import { ItemActions } from '../form/item-actions.tsx'
import { LanguageSwitch } from '../form/language-switch.tsx'
import { SaveLine } from '../form/save-line.tsx'
import { StudioForm, useContent, useNames, Writable } from '../form/studio-context.tsx'
import { TextsOfLanguage } from '../form/text-editor.tsx'
import { VersionBadge } from '../form/version-badge.tsx'
import { useValueWords } from '../versions/change-view.tsx'
import { ConflictDialog } from '../versions/conflict-dialog.tsx'
import { nameOf } from './content-list.tsx'

type Props = {
  /** `kind/slug` */
  opened: string
  studios: readonly Studio[]
  rows: readonly ContentRow[]
  onOpen: (content: string | null) => void
}

/** The item open next to the list: its facts first, one language at a time, the preview, and its actions. */
export function ContentPanel({ opened, studios, rows, onOpen }: Props) {
  const { t } = useTranslation('studio')
  const [kind = '', slug = ''] = opened.split('/')
  const studio = studios.find((one) => one.kind === kind)
  const content = useQuery({ ...contentQuery(kind, slug), enabled: studio !== undefined })
  if (content.isLoadingError) return <ErrorState className="m-5" onRetry={() => void content.refetch()} />
  if (studio && content.isPending) return <Skeleton className="m-5 h-120" />
  if (!studio || !content.data)
    return (
      <div className="grid justify-items-start gap-3 p-5">
        <p className="text-muted">{t('gone.note')}</p>
        <Button onClick={() => onOpen(null)}>{t('gone.back')}</Button>
      </div>
    )
  const place = rows.findIndex((row) => nameOf(row) === opened)
  const beside = (step: number) => {
    const row = rows[place + step]
    return place < 0 || !row ? null : () => onOpen(nameOf(row))
  }
  return (
    <OpenPanel
      key={content.data.id}
      studio={studio}
      item={content.data}
      onPrevious={beside(-1)}
      onNext={beside(1)}
      onOpen={onOpen}
    />
  )
}

type OpenProps = {
  studio: Studio
  item: ContentItem
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onOpen: (content: string | null) => void
}

function OpenPanel({ studio, item, onPrevious, onNext, onOpen }: OpenProps) {
  const { t } = useTranslation('studio')
  const { t: words } = useTranslation(studio.words)
  const content = useContentForm(studio, item)
  const client = useQueryClient()
  const [language, setLanguage] = useState<Language>('fr')
  const changed = (slug = item.slug) => {
    if (slug !== item.slug) onOpen(`${item.kind}/${slug}`)
    void client.invalidateQueries({ queryKey: ['content', item.kind] })
  }
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <StudioForm content={content}>
      <div className="flex h-full min-h-0 flex-col">
        <header className="flex min-h-14 flex-wrap items-center gap-2 border-b border-line py-1 pr-2 pl-4 md:pl-5">
          <Badge>{words(`${studio.kind}.one`)}</Badge>
          <PanelTitle />
          <VersionBadge />
          <span className="ml-auto flex">
            <Button
              variant="ghost"
              iconOnly
              aria-label={t('panel.previous')}
              disabled={!onPrevious}
              icon={<ChevronUp {...icon} />}
              onClick={() => onPrevious?.()}
            />
            <Button
              variant="ghost"
              iconOnly
              aria-label={t('panel.next')}
              disabled={!onNext}
              icon={<ChevronDown {...icon} />}
              onClick={() => onNext?.()}
            />
            <Button variant="ghost" iconOnly asChild>
              <Link
                to={`/admin/contenus/studio?contenu=${item.kind}/${item.slug}`}
                aria-label={t('panel.whole')}
                title={t('panel.whole')}
              >
                <Maximize2 {...icon} />
              </Link>
            </Button>
            <Button
              variant="ghost"
              iconOnly
              aria-label={t('panel.close')}
              icon={<X {...icon} />}
              onClick={() => onOpen(null)}
            />
          </span>
        </header>
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5 md:px-5">
          <LanguageSwitch label={t('languages.written')} value={language} onChange={setLanguage} />
          <SaveLine />
        </div>
        <div className="@container min-h-0 flex-1 overflow-y-auto">
          <Writable>
            <Fields />
            <TextsOfLanguage key={language} language={language} />
          </Writable>
          <WhatReadersSee />
          <Checks />
        </div>
        <PanelFoot onChanged={changed} />
      </div>
      <ConflictDialog />
    </StudioForm>
  )
}

function PanelTitle() {
  const { t } = useTranslation('studio')
  const [title, name] = useWatch({ name: ['texts.fr.title', 'fields.name'] }) as [string?, string?]
  return (
    <h2 className="min-w-0 truncate text-20 font-semibold tracking-title">
      {title || name || t('untitled')}
    </h2>
  )
}

/** Facts to verify, shown as readers see them once they expire. */
function WhatReadersSee() {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const { fieldName } = useNames()
  const words = useValueWords()
  const due = useDueFacts()
  const [first] = due
  if (!first) return null
  const label = t('panel.readers', { day: format.day(first.until) })
  return (
    <section aria-label={label} className="border-b border-line px-4 pt-3.5 pb-4 md:px-5">
      <h3 className="mb-2 font-semibold">{label}</h3>
      <ul className="divide-y divide-line rounded-control border border-line bg-well">
        {due.map(({ path, fact }) => (
          <li key={path} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-13">
            <span className="text-muted">{fieldName(path)}</span>
            <b className="font-semibold">{words(fact.value)}</b>
            <Badge tone="warn" icon={<Hourglass size={12} strokeWidth={1.75} aria-hidden />}>
              {t('fact.publicExpired', { day: format.day(fact.read_on) })}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useDueFacts() {
  const { fields } = useWatch() as ContentDocument
  const today = parisDay(new Date())
  return datedFacts(fields)
    .flatMap(({ path, fact }) => {
      const left = daysLeft(fact, today)
      if (left === null || left > SOON_DAYS) return []
      const until = new Date(Date.parse(today) + left * 86_400_000).toISOString().slice(0, 10)
      return [{ path, fact, left, until }]
    })
    .sort((one, other) => one.left - other.left)
}

function PanelFoot({ onChanged }: { onChanged: (slug?: string) => void }) {
  const { t } = useTranslation('studio')
  const { item, save, take, mayWrite } = useContent()
  const due = useDueFacts()
  const reverify = useReverifyFacts()
  const confirm = async () => {
    const version = await save()
    if (version === null) return
    await reverify.mutateAsync({ item: item.id, version, fields: due.map(({ path }) => path) })
    await take()
    toast({ title: t('fact.reverified', { count: due.length }) })
  }
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 md:px-5">
      {due.length > 0 && mayWrite && (
        <Button
          variant="primary"
          busy={reverify.isPending}
          icon={<BadgeCheck size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() =>
            void confirm().catch((error: unknown) =>
              toast({ title: t(`refused.${contentRefusalOf(error).key}`), variant: 'destructive' }),
            )
          }
        >
          {t('fact.reverify', { count: due.length })}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-2">
        <ItemActions quiet={due.length > 0} onChanged={onChanged} />
      </span>
    </footer>
  )
}
