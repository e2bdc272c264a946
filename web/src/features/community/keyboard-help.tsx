import { setSingleKeys, useSingleKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Switch } from '#ui/form/switch.tsx'
import { Kbd } from '#ui/kbd.tsx'

const KEYS = [
  ['move', ['J', 'K']],
  ['quote', ['R']],
  ['accepted', ['A']],
  ['unread', ['U']],
] as const

/** What the letters do in a thread, and the switch that turns them off. */
export function KeyboardHelp() {
  const { t } = useTranslation('community')
  const on = useSingleKeys()
  return (
    <section className="px-5 py-5 pointer-coarse:hidden">
      <h2 className="mb-3 font-semibold">{t('keys.title')}</h2>
      <dl className="grid gap-2 text-13">
        {KEYS.map(([name, keys]) => (
          <div key={name} className="flex items-center justify-between gap-3">
            <dt className="text-muted">{t(`keys.${name}`)}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex items-center justify-between gap-3 text-13 text-muted">
        <span id="single-keys">{t('keys.on')}</span>
        <Switch aria-labelledby="single-keys" checked={on} onCheckedChange={setSingleKeys} />
      </div>
    </section>
  )
}
