import { PencilLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { STATEMENT, type Statement } from './cases.ts'

type Props = {
  title: ReactNode
  statement: Statement
  /** The part that is each author's own, and never edited for several. */
  own?: keyof Statement | null
  /** Takes the parts in other words; without it they are only read. */
  onChange?: (part: keyof Statement, words: string) => void
}

/** The statement of reasons: decision, facts, ground, means, scope and redress. */
export function StatementCard({ title, statement, own = null, onChange }: Props) {
  const { t } = useTranslation('moderation')
  const [edits, setEdits] = useState(false)
  return (
    <Card className="overflow-hidden">
      <div className="flex min-h-10 items-center justify-between gap-2 border-b border-line px-4 py-1 text-13">
        <h3 className="min-w-0 font-medium">{title}</h3>
        {onChange && (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={edits}
            onClick={() => setEdits(!edits)}
            icon={<PencilLine size={14} strokeWidth={1.75} aria-hidden />}
          >
            {t(edits ? 'decision.done' : 'decision.edit')}
          </Button>
        )}
      </div>
      {edits && onChange ? (
        <div className="grid gap-3 p-4">
          {STATEMENT.filter((part) => part !== own).map((part) => (
            <Field key={part} label={t(`statement.${part}`)}>
              <Textarea
                value={statement[part]}
                maxLength={2000}
                onChange={({ target }) => onChange(part, target.value)}
              />
            </Field>
          ))}
        </div>
      ) : (
        <dl className="grid gap-2 p-4 text-13">
          {STATEMENT.map((part) => (
            <div key={part} className="grid grid-cols-[88px_minmax(0,1fr)] gap-3">
              <dt className="text-muted">{t(`statement.${part}`)}</dt>
              <dd className="text-pretty wrap-anywhere">{statement[part]}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
