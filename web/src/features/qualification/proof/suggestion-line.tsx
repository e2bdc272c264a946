import { TextSearch } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import type { ProofWork } from './use-proof-work.ts'

/** Offers the place where a document's text has the chosen fact, and says what that is worth. */
export function SuggestionLine({ work }: { work: ProofWork }) {
  const { t } = useTranslation('qualification')
  const { suggestion, page } = work
  if (!suggestion) return null
  const here = suggestion.place.page === page
  return (
    <div className="grid justify-items-start gap-2 rounded-control border border-dashed border-info p-3 text-13">
      <p className="flex gap-2 text-pretty">
        <TextSearch size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          {t('suggest.found', { words: suggestion.words, page: suggestion.place.page })}{' '}
          <span className="text-muted">{t('suggest.worth')}</span>
        </span>
      </p>
      <Button size="sm" variant="outline" onClick={work.confirm}>
        {here ? t('suggest.take') : t('suggest.turn', { page: suggestion.place.page })}
        <span aria-hidden className="pointer-coarse:hidden">
          <Kbd>V</Kbd>
        </span>
      </Button>
    </div>
  )
}
