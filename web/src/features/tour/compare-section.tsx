import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Section } from './section.tsx'

const ROWS = [
  { key: 'open', free: 'yes' },
  { key: 'closed', free: 'yes' },
  { key: 'premium', free: 'atClose' },
  { key: 'proof', free: 'yes' },
  { key: 'sizing', free: 'yes' },
] as const
const CELL = 'border-l border-line px-3 py-3 text-left align-middle font-normal md:px-6'

/** What is free and what premium adds. Prices are shown once there are any. */
export function CompareSection() {
  const { t } = useTranslation('tour')
  const tick = (
    <>
      <Check size={16} strokeWidth={1.75} className="text-gain" aria-hidden />
      <span className="sr-only">{t('compare.yes')}</span>
    </>
  )
  return (
    <Section id="compare" title={t('compare.title')} lead={t('compare.lead')}>
      <Card className="overflow-hidden">
        <table className="w-full table-fixed border-collapse">
          <thead>
            <tr>
              <th scope="col" className="w-[40%] px-3 py-5 text-left align-top text-16 font-semibold md:px-6">
                {t('compare.feature')}
              </th>
              <th scope="col" className={`${CELL} py-5! align-top!`}>
                <span className="block text-16 font-semibold">{t('compare.free')}</span>
                <span className="mt-1 block text-13 text-muted">{t('compare.freeLead')}</span>
                <Button asChild variant="inverse" className="mt-4 max-md:hidden">
                  <Link to="/signup">{t('compare.create')}</Link>
                </Button>
              </th>
              <th scope="col" className={`${CELL} bg-raised py-5! align-top!`}>
                <span className="flex flex-wrap items-center gap-2 text-16 font-semibold">
                  {t('compare.premium')}
                  <Badge tone="line">{t('compare.soon')}</Badge>
                </span>
                <span className="mt-1 block text-13 text-muted">{t('compare.premiumLead')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ key, free }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="px-3 py-3 text-left font-normal md:px-6">
                  {t(`compare.rows.${key}`)}
                </th>
                <td className={CELL}>{free === 'yes' ? tick : t('compare.atClose')}</td>
                <td className={`${CELL} bg-raised`}>{tick}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Section>
  )
}
