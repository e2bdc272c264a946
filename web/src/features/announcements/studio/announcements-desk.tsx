import { useQuery } from '@tanstack/react-query'
import { CalendarClock, FileUp, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { CURRENCIES } from '#lib/announcements/announcement.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useValue } from '#parts/announcements/use-announcement-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { STAFF_ROWS, type StaffRow, sourcesQuery } from './announcement-rows.ts'
import { SourceHealth } from './source-health.tsx'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'))
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The calendar as staff keep it: how its sources fare, what is entered, corrected and imported. */
export default function AnnouncementsDesk() {
  const { t } = useTranslation('announcements-studio')
  const { t: words } = useTranslation('announcements')
  const language = useLanguage()
  const value = useValue()
  const { data: sources = [] } = useQuery(sourcesQuery)
  const [asking, setAsking] = useState<'enter' | 'import' | null>(null)
  const columns = useColumns<StaffRow>(
    (c) => [
      c.moment('starts_at', words('columns.time'), 176, { narrow: 'fact' }),
      c.text('currency', words('columns.currency'), 72, { narrow: 'fact' }),
      c.name(
        'title',
        words('columns.title'),
        320,
        ({ known, title }) => known?.title[language] ?? title ?? '',
        ({ sample }) => sample && <Badge tone="line">{words('sample.short')}</Badge>,
      ),
      c.text('forecast', words('columns.forecast'), 104, {
        numeric: true,
        value: ({ forecast, known }) => value(forecast, known),
      }),
      c.text('previous', words('columns.previous'), 104, {
        numeric: true,
        value: ({ revised, previous, known }) => value(revised ?? previous, known),
      }),
      c.text('actual', words('columns.actual'), 104, {
        numeric: true,
        value: ({ actual, known }) => value(actual, known),
      }),
      c.badge(
        'state',
        words('versions.fields.state'),
        130,
        ({ state }) => words(`state.${state}`),
        ({ state }) =>
          state === 'cancelled' || state === 'postponed' || state === 'moved' ? 'warn' : 'neutral',
      ),
      c.text('source', words('versions.fields.source'), 150, {
        value: ({ source }) => sources.find((one) => one.source === source)?.name ?? source,
      }),
    ],
    [t, words, language, sources],
  )
  return (
    <ResourceDesk
      resource={STAFF_ROWS}
      title={words('title')}
      purpose={t('desk.purpose')}
      note={<SourceHealth />}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAsking('import')} icon={<FileUp {...ICON} />}>
            {t('desk.import')}
          </Button>
          <Button variant="primary" onClick={() => setAsking('enter')} icon={<Plus {...ICON} />}>
            {t('desk.enter')}
          </Button>
        </div>
      }
      columns={columns}
      filters={[
        {
          kind: 'chips',
          at: 'periode',
          asks: 'time',
          label: t('desk.period'),
          initial: 'coming',
          options: (['coming', 'past', 'late'] as const).map((one) => ({
            value: one,
            label: t(`desk.periods.${one}`),
          })),
        },
        {
          kind: 'menu',
          at: 'devise',
          asks: 'currency',
          label: words('columns.currency'),
          options: CURRENCIES.map((one) => ({ value: one, label: one })),
        },
        {
          kind: 'menu',
          at: 'source',
          asks: 'source',
          label: words('versions.fields.source'),
          options: sources.map((one) => ({ value: one.source, label: one.name })),
        },
      ]}
      empty={{
        icon: CalendarClock,
        title: t('desk.none'),
        note: t('desk.noneNote'),
        noneFound: t('desk.noneFound'),
      }}
      detail={{
        title: ({ known, title }) => known?.title[language] ?? title ?? '',
        body: (row, close) => <AnnouncementForm key={row.id} row={row} onDone={close} />,
      }}
    >
      {asking === 'enter' && <AnnouncementForm row={null} onDone={() => setAsking(null)} />}
      <Suspense fallback={null}>
        {asking === 'import' && <ImportDialog onClose={() => setAsking(null)} />}
      </Suspense>
    </ResourceDesk>
  )
}
