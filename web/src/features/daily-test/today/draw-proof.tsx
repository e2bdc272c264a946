import { useQuery } from '@tanstack/react-query'
import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { type Draw, drawsQuery, readDraw } from '../queries.ts'

type Verdict = 'checking' | 'holds' | 'seed' | 'bank' | 'questions' | 'unread'

/** What was published before each day, and the check of past days in this browser: nobody could choose the questions. */
export function DrawProof() {
  const { t } = useTranslation('daily-test')
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...drawsQuery, enabled: open })
  return (
    <Card>
      <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
        <summary className="flex cursor-pointer list-none items-center gap-3 rounded-card px-5 py-4 sm:px-6">
          <ShieldCheck size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
          <span className="font-medium">{t('draw.title')}</span>
          <Plus
            size={16}
            strokeWidth={1.75}
            className="ml-auto shrink-0 text-faint transition-transform group-open:rotate-45"
            aria-hidden
          />
        </summary>
        <p className="max-w-160 px-5 pb-4 text-13 text-pretty text-muted sm:px-6">{t('draw.about')}</p>
        <ul className="border-t border-line">
          {data?.map((draw) => (
            <DrawLine key={draw.day} draw={draw} />
          ))}
        </ul>
        {data?.length === 0 && <p className="px-5 py-4 text-13 text-muted sm:px-6">{t('draw.none')}</p>}
      </details>
    </Card>
  )
}

function DrawLine({ draw }: { draw: Draw }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const check = async () => {
    setVerdict('checking')
    try {
      const [published, { verifyDraw }] = await Promise.all([
        readDraw(draw.day),
        import('trading/learning/draw'),
      ])
      // What was published before the day is compared, not what the check's own answer says it was.
      const { commitment, bank_hash } = draw
      setVerdict(verifyDraw({ ...published, commitment, bank_hash }) ?? 'holds')
    } catch {
      setVerdict('unread')
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2.5 text-13 last:border-b-0 sm:px-6">
      <span className="tabular w-22">{format.day(draw.day)}</span>
      <span className="min-w-0 flex-1 text-muted">
        {t('draw.entry', { sequence: format.number(draw.sequence) })}{' '}
        <code className="font-mono">{format.hash(draw.commitment)}</code>
        {draw.late && <span className="block text-warn">{t('draw.late')}</span>}
      </span>
      {draw.seed === null ? (
        <span className="text-muted">{t('draw.sealed')}</span>
      ) : verdict === null || verdict === 'unread' ? (
        <>
          {verdict === 'unread' && <span className="text-muted">{t('draw.unread')}</span>}
          <Button size="sm" onClick={() => void check()}>
            {t('draw.check')}
          </Button>
        </>
      ) : (
        <span
          role="status"
          className={classNames(
            verdict === 'holds' ? 'text-gain' : verdict === 'checking' ? 'text-muted' : 'text-loss',
          )}
        >
          {t(`draw.verdicts.${verdict}`)}
        </span>
      )}
    </li>
  )
}
