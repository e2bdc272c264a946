import { Archive, BadgeCheck, CalendarClock, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import {
  type ContentRefusal,
  type ContentRow,
  contentRefusalOf,
  readVersion,
  useArchiveContent,
  usePublishContent,
  useReverifyFacts,
} from '../document/content.ts'
import { datedFacts } from '../document/document.ts'
import { MomentFields, momentOf, plannedNext } from './moment-fields.tsx'

type Props = { rows: readonly ContentRow[]; onClear: () => void }
type Refused = { row: ContentRow; key: ContentRefusal }

/** Actions on all selected items, applied one after another; refused items are listed. */
export function BulkBar({ rows, onClear }: Props) {
  const { t } = useTranslation('studio')
  const [asked, setAsked] = useState<'schedule' | 'archive' | 'reverify' | null>(null)
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const action = 'border-transparent text-on-inverse! hover:bg-on-inverse/15'
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="sticky top-0 z-20 flex min-h-12 flex-wrap items-center gap-1 bg-inverse px-4 py-2 text-on-inverse md:pl-6"
    >
      <b className="mr-2 font-semibold">{t('bulk.count', { count: rows.length })}</b>
      <Button
        size="sm"
        variant="ghost"
        className={action}
        icon={<CalendarClock {...icon} />}
        onClick={() => setAsked('schedule')}
      >
        {t('publish.plan')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className={action}
        icon={<BadgeCheck {...icon} />}
        onClick={() => setAsked('reverify')}
      >
        {t('bulk.reverify')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className={action}
        icon={<Archive {...icon} />}
        onClick={() => setAsked('archive')}
      >
        {t('item.archive')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className={`${action} ml-auto`}
        aria-label={t('bulk.clear')}
        onClick={onClear}
      >
        <X {...icon} className="md:hidden" />
        <kbd className="rounded-key px-1 text-12 ring-1 ring-on-inverse/40 ring-inset max-md:hidden">
          {t('bulk.escape')}
        </kbd>
      </Button>
      {asked && <BulkDialog act={asked} rows={rows} onClose={() => setAsked(null)} onDone={onClear} />}
    </div>
  )
}

type DialogProps = {
  act: 'schedule' | 'archive' | 'reverify'
  rows: readonly ContentRow[]
  onClose: () => void
  onDone: () => void
}

function BulkDialog({ act, rows, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('studio')
  const publish = usePublishContent()
  const archive = useArchiveContent()
  const reverify = useReverifyFacts()
  const [moment, setMoment] = useState(plannedNext)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [busy, setBusy] = useState(false)
  const one = async (row: ContentRow) => {
    if (act === 'archive') return archive.mutateAsync([row.id])
    if (act === 'schedule')
      return publish.mutateAsync({ item: row.id, version: row.version, at: momentOf(moment) })
    const { document } = await readVersion(row.id, row.version)
    const fields = datedFacts(document.fields).map(({ path }) => path)
    return fields.length === 0 ? null : reverify.mutateAsync({ item: row.id, version: row.version, fields })
  }
  const all = async () => {
    setBusy(true)
    const failed: Refused[] = []
    for (const row of refused.length > 0 ? refused.map(({ row: again }) => again) : rows)
      await one(row).catch((error: unknown) => failed.push({ row, key: contentRefusalOf(error).key }))
    setBusy(false)
    setRefused(failed)
    if (failed.length > 0) return
    toast({ title: t(`bulk.${act}Done`, { count: rows.length }) })
    onClose()
    onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`bulk.${act}Title`, { count: rows.length })}
      description={t(`bulk.${act}Note`)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant={act === 'archive' ? 'danger' : 'primary'}
            busy={busy}
            disabled={act === 'schedule' && momentOf(moment) === null}
            onClick={() => void all()}
          >
            {t(act === 'schedule' ? 'publish.plan' : act === 'archive' ? 'item.archive' : 'bulk.reverify')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {act === 'schedule' && (
          <MomentFields
            value={moment}
            onChange={setMoment}
            past={refused.some(({ key }) => key === 'schedule_in_the_past')}
          />
        )}
        {refused.map(({ row, key }) => (
          <Notice key={row.id} refusal>
            {row.title ?? row.slug} : {t(`refused.${key}`)}
          </Notice>
        ))}
        <ul className="max-h-48 overflow-y-auto text-13 text-muted">
          {rows.map((row) => (
            <li key={row.id}>{row.title ?? row.slug}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
