import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Notice } from '#ui/notice.tsx'
import type { ContentFlag } from '../document/content.ts'

/** What the record says against the published version: each claim beside the signals that contradict it. */
export function Flags({ flags }: { flags: readonly ContentFlag[] }) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  return flags.map(({ notion, rate_at_least, n, won }) => (
    <div key={`${notion} ${rate_at_least}`} className="px-4 pt-3 md:px-6">
      <Notice>
        {t('flag.claim', {
          notion,
          rate: format.percent(rate_at_least),
          share: format.percent(won / n),
          won,
          count: n,
        })}
      </Notice>
    </div>
  ))
}
