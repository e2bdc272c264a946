import { MOST_COMPARED } from '#lib/content/compared.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

type Props = {
  count: number
  /** Asks for a second entry, in the guide's own words. */
  oneMore: string
  onClear: () => void
}

/** Stays visible while entries of a guide are selected, and links to their comparison. */
export function CompareBar({ count, oneMore, onClear }: Props) {
  const { t } = useTranslation('guides')
  const show = () => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const place = document.getElementById('comparaison')
    place?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
    place?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }
  return (
    <div
      className={classNames(
        'sticky bottom-4 z-20 mt-4 flex justify-center',
        // Members have a tab bar below this one.
        mayBeSignedIn() && 'max-lg:bottom-20',
      )}
    >
      <div className="flex items-center gap-3 rounded-control border border-line-strong bg-overlay py-2 pr-2 pl-4 shadow-float">
        <p role="status" className="text-13 whitespace-nowrap">
          {count < 2 ? oneMore : t('compare.chosen', { count, most: MOST_COMPARED })}
        </p>
        <Button variant="ghost" onClick={onClear}>
          {t('compare.clear')}
        </Button>
        {count >= 2 && (
          <Button variant="inverse" onClick={show}>
            {t('compare.show')}
          </Button>
        )}
      </div>
    </div>
  )
}
