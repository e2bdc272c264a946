import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { reasonKey } from './reasons.ts'

const CHECK_AFTER_MS = 1200
type Verdict = { outcome: 'pass' | 'hold' | 'shield' | 'refuse'; findings: readonly { rule: string }[] }

/** What will become of a text, said before it is sent. */
export function TextCheck({ text, kind }: { text: string; kind: 'post' | 'thread' }) {
  const { t } = useTranslation('community')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ['community', 'check', kind, asked],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('check_text', { text: asked, kind }).abortSignal(signal),
      ) as unknown as Verdict,
    enabled: asked.length > 0,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })
  const shown = asked === text.trim() && data && data.outcome !== 'pass' ? data : null
  return (
    <div role="status">
      {shown && (
        <p className="flex items-start gap-2 border-t border-line bg-warn-tint px-4 py-2 text-13 text-pretty text-warn">
          <ShieldAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
          <span>
            {t(`check.${shown.outcome as 'hold' | 'shield' | 'refuse'}`)}{' '}
            {[...new Set(shown.findings.map(({ rule }) => t(`reasons.${reasonKey(rule)}`)))].join(', ')}
          </span>
        </p>
      )}
    </div>
  )
}
