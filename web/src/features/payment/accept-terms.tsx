import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { TERMS_VERSION } from '#lib/site/terms-version.ts'
import { Link } from '#ui/link.tsx'

/** Under the order button: which version of the terms the order accepts. */
export function AcceptTerms() {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return (
    <Trans
      t={t}
      i18nKey="accept"
      values={{ version: format.day(TERMS_VERSION) }}
      components={{ terms: <Link to="/cgv" target="_blank" /> }}
    />
  )
}
