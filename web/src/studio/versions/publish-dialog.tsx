import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { contentRefusalOf, usePublishContent, versionQuery } from '../document/content.ts'
import type { ContentDocument } from '../document/document.ts'
import { changesBetween } from '../document/merge.ts'
import { CheckLines, goTo, useChecks } from '../form/checks.tsx'
import { useContent, useNames } from '../form/studio-context.tsx'
import { MomentFields, momentOf, type PlannedMoment, plannedNext } from '../list/moment-fields.tsx'
import { ChangeView } from './change-view.tsx'

type Props = { scheduled: boolean; onClose: () => void; onDone: () => void }

/** Compares the draft with the published version, then publishes it now or at a set time. */
export function PublishDialog({ scheduled, onClose, onDone }: Props) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const { form, item, version, state, save } = useContent()
  const { placeName } = useNames()
  const publish = usePublishContent()
  const checks = useChecks()
  const stops = checks.filter(({ tone }) => tone === 'stop')
  const warnings = checks.filter(({ tone }) => tone === 'warn')
  const [moment, setMoment] = useState<PlannedMoment>(plannedNext)
  const before = useQuery({
    ...versionQuery(item.id, item.published_version ?? 0),
    enabled: item.published_version !== null,
  })
  const refusal = publish.error === null ? null : contentRefusalOf(publish.error)
  const at = scheduled ? momentOf(moment) : null
  const send = async () => {
    const saved = await save()
    if (saved === null) return onClose()
    await publish.mutateAsync({ item: item.id, version: saved, at })
    toast({ title: at ? t('publish.planned', { time: format.parisDateTime(at) }) : t('publish.done') })
    onDone()
  }
  const place = stops[0]?.place ?? (refusal?.field && refusal.field !== 'at' ? refusal.field : null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(scheduled ? 'publish.planTitle' : 'publish.title', { version })}
      description={t(scheduled ? 'publish.planNote' : 'publish.note')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          {place && (
            <Button
              variant="outline"
              onClick={() => {
                onClose()
                // After the dialog has returned the focus.
                setTimeout(() => goTo(place), 200)
              }}
            >
              {t('publish.mend')}
            </Button>
          )}
          <Button
            variant="primary"
            busy={publish.isPending || state.is === 'saving'}
            disabled={stops.length > 0 || (scheduled && at === null)}
            onClick={() => void send().catch(() => undefined)}
          >
            {t(scheduled ? 'publish.plan' : 'publish.now')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {stops.map(({ key, words, detail }) => (
          <Notice key={key} refusal>
            {words}
            {detail && ` : ${detail}`}
          </Notice>
        ))}
        {refusal && (
          <Notice refusal>
            {t(`refused.${refusal.key}`)}
            {refusal.field && refusal.field !== 'at' && ` (${placeName(refusal.field)})`}
          </Notice>
        )}
        {scheduled && (
          <MomentFields
            value={moment}
            onChange={(next) => {
              publish.reset()
              setMoment(next)
            }}
            past={refusal?.key === 'schedule_in_the_past'}
          />
        )}
        {warnings.length > 0 && (
          <section aria-label={t('checks.review')} className="grid gap-1">
            <h3 className="text-13 font-semibold">{t('checks.review')}</h3>
            <CheckLines checks={warnings.map((check) => ({ ...check, place: null }))} />
          </section>
        )}
        <section aria-label={t('publish.changes')} className="max-h-80 overflow-y-auto">
          {item.published_version === null ? (
            <p className="text-13 text-muted">{t('publish.first')}</p>
          ) : before.isPending ? (
            <Skeleton className="h-24" />
          ) : (
            <ChangeView changes={changesBetween(before.data ?? {}, form.getValues() as ContentDocument)} />
          )}
        </section>
      </div>
    </Dialog>
  )
}
