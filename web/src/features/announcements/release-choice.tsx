import { CURRENCIES, IMPACTS, type Impact } from '#lib/announcements/announcement.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ImpactMark } from '#parts/announcements/impact-mark.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'

type Releases = { impacts: readonly Impact[]; currencies: readonly string[] }
type Props = Releases & {
  /** What the impacts are chosen for. */
  legend: string
  onChange: (chosen: Releases) => void
}

/** Which announcements are meant, by impact and currency; without a currency, those of all. */
export function ReleaseChoice({ impacts, currencies, legend, onChange }: Props) {
  const { t } = useTranslation('announcements')
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-13 font-medium text-muted">{legend}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {IMPACTS.map((impact) => (
            <Checkbox
              key={impact}
              checked={impacts.includes(impact)}
              onCheckedChange={() => onChange({ impacts: toggled(impacts, impact), currencies })}
            >
              <span className="flex items-center gap-2">
                <ImpactMark impact={impact} named={false} />
                {t(`impactShort.${impact}`)}
              </span>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-13 font-medium text-muted">{t('settings.currencies')}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {CURRENCIES.map((currency) => (
            <Checkbox
              key={currency}
              checked={currencies.includes(currency)}
              onCheckedChange={() => onChange({ impacts, currencies: toggled(currencies, currency) })}
            >
              {currency}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </>
  )
}

const toggled = <T,>(chosen: readonly T[], one: T): readonly T[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
