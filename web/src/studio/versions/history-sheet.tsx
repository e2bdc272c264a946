import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  type ContentVersion,
  contentRefusalOf,
  historyQuery,
  useRestoreContent,
  versionQuery,
} from '../document/content.ts'
import { changesBetween } from '../document/merge.ts'
import { useContent } from '../form/studio-context.tsx'
import { ChangeView } from './change-view.tsx'

/** Every version: its author, its changes, and a way to restore it. */
export function HistorySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('studio')
  const { item, version } = useContent()
  const history = useQuery(historyQuery(item.id, version))
  const [opened, setOpened] = useState<number | null>(null)
  const versions = history.data ?? []
  return (
    <DetailSheet full open title={t('versions.title')} onClose={onClose}>
      {history.isLoadingError ? (
        <ErrorState className="m-4" onRetry={() => void history.refetch()} />
      ) : history.isPending ? (
        <Skeleton className="m-6 h-64" />
      ) : (
        <ol className="divide-y divide-line">
          {versions.map((one, place) => (
            <VersionRow
              key={one.version}
              one={one}
              before={versions[place + 1]?.version ?? null}
              open={opened === null ? place === 0 : opened === one.version}
              onOpen={() => setOpened(opened === one.version ? -1 : one.version)}
              onRestored={onClose}
            />
          ))}
        </ol>
      )}
    </DetailSheet>
  )
}

type RowProps = {
  one: ContentVersion
  before: number | null
  open: boolean
  onOpen: () => void
  onRestored: () => void
}

function VersionRow({ one, before, open, onOpen, onRestored }: RowProps) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const { item, version, take, save } = useContent()
  const restore = useRestoreContent()
  const again = async () => {
    if ((await save()) === null) return
    await restore.mutateAsync({ item: item.id, version: one.version })
    await take()
    toast({ title: t('versions.restored', { version: one.version }) })
    onRestored()
  }
  return (
    <li className="px-4 py-3 md:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={onOpen}
          className="relative mr-auto flex min-w-0 flex-wrap items-center gap-2 rounded-inner text-left after:absolute after:-inset-y-2 after:inset-x-0"
        >
          <b className="font-semibold">{t('versions.one', { version: one.version })}</b>
          <span className="text-muted">{one.author_name}</span>
          <time dateTime={one.made_at} className="tabular text-13 text-muted">
            {format.dateTime(one.made_at)}
          </time>
          {one.published_at && (
            <Badge tone={one.version === item.published_version ? 'gain' : 'neutral'}>
              {t('versions.published')}
            </Badge>
          )}
        </button>
        {one.version !== version && (
          <Button
            size="sm"
            variant="outline"
            busy={restore.isPending}
            aria-label={t('versions.restoreOne', { version: one.version })}
            icon={<RotateCcw size={14} strokeWidth={1.75} aria-hidden />}
            onClick={() => void again().catch(() => undefined)}
          >
            {t('versions.restore')}
          </Button>
        )}
      </div>
      {restore.isError && <Notice refusal>{t(`refused.${contentRefusalOf(restore.error).key}`)}</Notice>}
      {open && (
        <div className="mt-3">
          <Changes version={one.version} before={before} />
        </div>
      )}
    </li>
  )
}

function Changes({ version, before }: { version: number; before: number | null }) {
  const { t } = useTranslation('studio')
  const { item } = useContent()
  const after = useQuery(versionQuery(item.id, version))
  const earlier = useQuery({ ...versionQuery(item.id, before ?? 0), enabled: before !== null })
  if (after.isLoadingError || earlier.isLoadingError)
    return <p className="text-13 text-loss">{t('versions.unread')}</p>
  if (!after.data || (before !== null && !earlier.data)) return <Skeleton className="h-16" />
  return <ChangeView changes={changesBetween(earlier.data ?? { fields: {}, texts: {} }, after.data)} />
}
