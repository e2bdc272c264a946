import { Minus, Plus } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Localized } from '#lib/language/localized.ts'

type Props = { pros: readonly Localized[]; cons: readonly Localized[] }

/** The advantages and disadvantages of something, side by side and at the same size. */
export function ProsAndCons({ pros, cons }: Props) {
  const { t, i18n } = useTranslation('guides')
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-6">
      {[
        { key: 'pros' as const, items: pros, Icon: Plus, tone: 'text-gain' },
        { key: 'cons' as const, items: cons, Icon: Minus, tone: 'text-loss' },
      ].map(({ key, items, Icon, tone }) => (
        <div key={key}>
          <h4 className="text-13 font-medium text-muted">{t(key)}</h4>
          <ul className="mt-1.5 grid gap-1.5">
            {items.map((item) => (
              <li key={item.fr} className="grid grid-cols-[16px_1fr] gap-2">
                <Icon size={16} strokeWidth={1.75} className={`mt-0.5 ${tone}`} aria-hidden />
                <span className="text-pretty">{item[i18n.language]}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
