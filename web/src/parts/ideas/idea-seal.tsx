import { useQuery } from '@tanstack/react-query'
import { Check, Fingerprint, ScanSearch, X } from 'lucide-react'
import { useState } from 'react'
import { commitment, type Json } from 'trading/proof/ledger'
import type { Idea } from '#lib/ideas/idea.ts'
import { ideaSealQuery, type Seal } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'

/** The entry that fixed the idea, and a check in the reader's browser that this is what it fixed. */
export function IdeaSeal({ idea }: { idea: Idea }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: seal } = useQuery(ideaSealQuery(idea.id))
  const [checked, setChecked] = useState(false)
  return (
    <div className="border-t border-line px-4 py-2.5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-13">
        <Fingerprint size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
        <p className="min-w-0 flex-1 text-muted">
          <b className="font-semibold text-text">{t('seal.title')}</b>{' '}
          {t('seal.at', {
            day: format.date(idea.published_at),
            time: format.timeWithSeconds(idea.published_at),
          })}
          {seal && (
            <>
              {', '}
              {t('seal.entry', { sequence: format.number(seal.sequence) })}{' '}
              <code className="font-mono">{format.hash(seal.hash)}</code>
            </>
          )}
        </p>
        <Button
          variant="outline"
          disabled={!seal}
          onClick={() => setChecked(true)}
          icon={<ScanSearch size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('seal.check')}
        </Button>
      </div>
      {checked && seal && <Checked idea={idea} seal={seal} />}
    </div>
  )
}

function Checked({ idea, seal }: { idea: Idea; seal: Seal }) {
  const { t } = useTranslation('ideas')
  const rows: [string, boolean | null][] = [
    ['levels', idea.terms && opens(idea.terms.nonce, idea.terms.terms as unknown as Json, seal.commitment)],
    ['words', idea.texts && opensWords(idea.texts, seal)],
  ]
  return (
    <div role="status" className="mt-2 rounded-control bg-well p-3 text-13">
      <ul className="grid gap-1">
        {rows.map(([part, holds]) => (
          <li key={part} className="flex items-start gap-2">
            {holds === null ? (
              <span className="w-4 text-center text-muted" aria-hidden>
                –
              </span>
            ) : holds ? (
              <Check size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-gain" aria-hidden />
            ) : (
              <X size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-loss" aria-hidden />
            )}
            <span>
              {t(
                `seal.${part as 'levels' | 'words'}.${holds === null ? 'closed' : holds ? 'same' : 'other'}`,
              )}
            </span>
          </li>
        ))}
        <li className="text-muted">
          {t('seal.whole')} <Link to="/preuve">{t('seal.proof')}</Link>
        </li>
      </ul>
    </div>
  )
}

const opens = (nonce: string, value: Json, seal: string): boolean => commitment(nonce, value) === seal

function opensWords(
  { nonce, facts, opinion, counter_thesis }: NonNullable<Idea['texts']>,
  seal: Seal,
): boolean {
  return opens(nonce, { facts, opinion, counter_thesis }, seal.texts_commitment)
}
