import { ListChecks, RotateCw } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { CodeView } from '#ui/markdown/code-view.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { JOB_STATES, JOBS, type Job, useRetryJobs } from './jobs.ts'

const TONES = {
  ready: 'info',
  waiting: 'neutral',
  running: 'info',
  failing: 'warn',
  given_up: 'loss',
} as const

const failed = ({ state }: Job) => state === 'failing' || state === 'given_up'

/** Background jobs: waiting, running, or failed with their error. */
export default function JobsScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const retry = useRetryJobs()
  const again = (jobs: readonly Job[], done?: () => void) =>
    retry.mutate(jobs, {
      onSuccess: (count) => {
        toast({ title: t('jobs.retried', { count: Number(count) }) })
        done?.()
      },
      onError: (error) => toast({ title: t(`refused.${staffRefusalOf(error)}`), variant: 'destructive' }),
    })
  const columns = useColumns<Job>(
    (c, { number }) => [
      c.text('task', t('jobs.task'), 220, {
        narrow: 'name',
        cell: ({ task }) => <code className="text-13">{task}</code>,
      }),
      c.badge(
        'state',
        t('jobs.state'),
        170,
        (job) => t(`jobs.states.${job.state}`),
        (job) => TONES[job.state],
      ),
      c.number('attempts', t('jobs.attempts'), 90, {
        cell: (job) => (
          <span className="tabular">
            {number(job.attempts)} / {number(job.max_attempts)}
          </span>
        ),
      }),
      c.moment('run_at', t('jobs.run'), 176, { narrow: 'fact' }),
      c.text('last_error', t('jobs.error'), 320, { narrow: 'fact' }),
      c.moment('created_at', t('jobs.created'), 176),
    ],
    [t],
  )
  return (
    <ResourceDesk
      resource={JOBS}
      title={t('places.jobs')}
      purpose={t('jobs.purpose')}
      columns={columns}
      refresh={5_000}
      selectionActions={(rows) => (
        <Button
          size="sm"
          variant="outline"
          busy={retry.isPending}
          disabled={!rows.some(failed)}
          icon={<RotateCw size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => again(rows.filter(failed))}
        >
          {t('jobs.retry')}
        </Button>
      )}
      filters={[
        {
          kind: 'chips',
          at: 'etat',
          asks: 'state',
          label: t('jobs.state'),
          options: JOB_STATES.map((value) => ({ value, label: t(`jobs.states.${value}`) })),
        },
      ]}
      empty={{
        icon: ListChecks,
        title: t('jobs.none'),
        note: t('jobs.noneNote'),
        noneFound: t('jobs.noneFound'),
      }}
      detail={{
        title: ({ task }) => task,
        badge: ({ state }) => <Badge tone={TONES[state]}>{t(`jobs.states.${state}`)}</Badge>,
        body: (job, close) => (
          <>
            {failed(job) && (
              <div className="border-b border-line px-4 py-3 md:px-6">
                <Button variant="primary" busy={retry.isPending} onClick={() => again([job], close)}>
                  {t('jobs.retry')}
                </Button>
              </div>
            )}
            <DetailSection title={t('jobs.one', { number: String(job.id) })}>
              <Facts
                rows={[
                  { name: t('jobs.attempts'), value: `${job.attempts} / ${job.max_attempts}` },
                  { name: t('jobs.run'), value: format.dateTime(job.run_at) },
                  { name: t('jobs.created'), value: format.dateTime(job.created_at) },
                  { name: t('jobs.started'), value: format.dateTime(job.locked_at) },
                ]}
              />
              {job.last_error && (
                <CodeView title={t('jobs.error')} code={job.last_error} wrap className="mt-3" />
              )}
            </DetailSection>
          </>
        ),
      }}
    />
  )
}
