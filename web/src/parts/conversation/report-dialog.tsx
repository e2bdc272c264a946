import { useState } from 'react'
import { useBlock } from '#lib/community/members.ts'
import { REPORT_REASONS, type ReportReason, useReport } from '#lib/community/reports.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'

type Props = {
  /** The id of what is reported. */
  subject: string
  /** Whose words are hidden from the reader too, where that was asked. */
  block?: string | null
  reason?: ReportReason
  onClose: () => void
}

/** Reports a text: why, in what words, in good faith. */
export default function ReportDialog({ subject, block, reason: given, onClose }: Props) {
  const { t } = useTranslation('conversation')
  const [reason, setReason] = useState<ReportReason>(given ?? 'promise')
  const [words, setWords] = useState('')
  const [faith, setFaith] = useState(false)
  const report = useReport()
  const blocking = useBlock()
  const send = async () => {
    const { code } = await report.mutateAsync({ subject, reason, words: words.trim() })
    if (block) await blocking.mutateAsync({ member: block, on: true })
    toast({ title: t('report.sent', { code }), description: t('report.sentNote') })
    onClose()
  }
  return (
    <FormDialog
      title={t('report.title')}
      description={t('report.note')}
      refusal={(report.isError || blocking.isError) && t('report.refused')}
      submit={t(block ? 'report.block' : 'report.send')}
      cancel={t('composer.cancel')}
      busy={report.isPending || blocking.isPending}
      incomplete={!faith || words.trim() === ''}
      onSubmit={() => void send().catch(() => undefined)}
      onClose={onClose}
    >
      <Field label={t('report.reason')}>
        <Select value={reason} onChange={({ target }) => setReason(target.value as ReportReason)}>
          {REPORT_REASONS.map((one) => (
            <option key={one} value={one}>
              {t(`report.reasons.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('report.words')} hint={t('report.wordsHint')}>
        <Textarea value={words} maxLength={2000} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Checkbox checked={faith} onCheckedChange={(on) => setFaith(on === true)}>
        {t('report.faith')}
      </Checkbox>
    </FormDialog>
  )
}
