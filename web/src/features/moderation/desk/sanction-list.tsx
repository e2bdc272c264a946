import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { reasonKey, refusalKey } from '../reasons.ts'
import { type Sanction, sanctionsQuery, useLift } from './cases.ts'

/** What restricts the author now, and the way to end it before its time. */
export function SanctionList({ member }: { member: string }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const { data: sanctions = [] } = useQuery(sanctionsQuery(member))
  const [lifting, setLifting] = useState<Sanction | null>(null)
  return (
    <>
      {sanctions.map((sanction) => (
        <li key={sanction.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-13">
          <p className="min-w-0 flex-1 text-pretty text-muted">
            <strong className="font-medium text-text">{t(`sanction.kinds.${sanction.kind}`)}</strong>{' '}
            {t(`reasons.${reasonKey(sanction.reason)}`)},{' '}
            {sanction.ends_at
              ? t('sanction.until', { at: format.dateTime(sanction.ends_at) })
              : t('sanction.noEnd')}
          </p>
          <Button variant="outline" size="sm" onClick={() => setLifting(sanction)}>
            {t('sanction.lift')}
          </Button>
        </li>
      ))}
      {lifting && <LiftDialog sanction={lifting} onClose={() => setLifting(null)} />}
    </>
  )
}

function LiftDialog({ sanction, onClose }: { sanction: Sanction; onClose: () => void }) {
  const { t } = useTranslation('moderation')
  const [words, setWords] = useState('')
  const lift = useLift()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`sanction.titles.${sanction.kind}`)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('sanction.keep')}
          </Button>
          <Button
            variant="primary"
            busy={lift.isPending}
            disabled={words.trim().length < 3}
            onClick={() => lift.mutate({ id: sanction.id, words }, { onSuccess: onClose })}
          >
            {t('sanction.lift')}
          </Button>
        </>
      }
    >
      {lift.error && <Notice refusal>{t(`refused.${refusalKey(lift.error)}`)}</Notice>}
      <Field label={t('sanction.why')}>
        <Textarea value={words} maxLength={500} onChange={({ target }) => setWords(target.value)} />
      </Field>
    </Dialog>
  )
}
