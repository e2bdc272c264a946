import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { ANSWERS, TEXTS } from 'trading/signal'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { type LastTexts, lastTextsQuery } from './composer-queries.ts'
import type { Draft } from './draft.ts'

type Text = (typeof TEXTS)[number]
type Props = {
  draft: Draft
  errorOf: (field: Text | keyof typeof ANSWERS) => string | undefined
  markOf: (field: Text | keyof typeof ANSWERS) => ReactNode
  onChange: (change: Partial<Draft>) => void
}

/** What a recommendation must state; the author's last text is one click away. */
export function ReasonFields({ draft, errorOf, markOf, onChange }: Props) {
  const { t } = useTranslation('signals')
  const { user } = useSession()
  const author = user?.id ?? ''
  const last = useQuery({ ...lastTextsQuery(author), enabled: author !== '' })
  // The counter-thesis depends on the instrument; method and interests on the author.
  const lastOf = (field: Text): string | undefined => {
    if (field === 'facts' || field === 'opinion') return undefined
    const own = field === 'method' || field === 'conflicts'
    return last.data?.find(({ symbol }) => own || symbol === draft.symbol)?.[field as keyof LastTexts]
  }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {TEXTS.map((field) => {
        const offered = lastOf(field)
        return (
          <div key={field} className="grid content-start gap-1">
            <Field label={t(`field.${field}`)} error={errorOf(field)} optional={markOf(field)}>
              <Textarea
                rows={field === 'method' || field === 'conflicts' ? 2 : 3}
                value={draft[field]}
                onChange={(event) => onChange({ [field]: event.target.value })}
              />
            </Field>
            {offered && draft[field].trim() === '' && (
              <Button
                variant="ghost"
                size="sm"
                className="max-w-full justify-self-start"
                icon={<History size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />}
                onClick={() => onChange({ [field]: offered })}
              >
                <span className="truncate">{t('prepare.lastUsed', { text: offered })}</span>
              </Button>
            )}
          </div>
        )
      })}
      <Question field="position_held" draft={draft} errorOf={errorOf} markOf={markOf} onChange={onChange} />
      <Question field="affiliate_link" draft={draft} errorOf={errorOf} markOf={markOf} onChange={onChange} />
    </div>
  )
}

/** Interests: a profile fills them for the day on which they were declared, the last signal never. */
function Question({ field, draft, errorOf, markOf, onChange }: Props & { field: keyof typeof ANSWERS }) {
  const { t } = useTranslation('signals')
  return (
    <Field label={t(`field.${field}`)} error={errorOf(field)} optional={markOf(field)}>
      <Segmented
        block
        label={t(`field.${field}`)}
        value={draft[field]}
        onChange={(answer) => onChange({ [field]: answer })}
        options={ANSWERS[field].map((value) => ({ value, label: t(`read.answer.${value}`) }))}
      />
    </Field>
  )
}
