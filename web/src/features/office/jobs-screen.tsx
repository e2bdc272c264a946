import { ListChecks, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { CodeView } from '#ui/markdown/code-view.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { JOB_STATES, JOBS, type Job, useRetryJobs } from './jobs.ts'

const TONES = {
  ready: 'info',
  waiting: 'neutral',
  running: 'info',
  failing: 'warn',
  given_up: 'loss',
} as const

/** The background's work: what waits, runs, or failed and why. */
export default function JobsScreen() {
  const { t } = useTranslation('office')
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const state = oneOf(JOB_STATES, search.get('etat'))
  const [open, setOpen] = useState<Job | null>(null)
  const retry = useRetryJobs()
  const again = (jobs: readonly Job[]) =>
    retry.mutate(jobs, {
      onSuccess: (count) => {
        toast({ title: t('jobs.retried', { count: Number(count) }) })
        setOpen(null)
      },
      onError: (error) => toast({ title: t(`refused.${staffRefusalOf(error)}`), variant: 'destructive' }),
    })
  const columns = useMemo(
    (): TableColumn<Job>[] => [
      {
        key: 'task',
        narrow: 'name',
        title: t('jobs.task'),
        value: ({ task }) => task,
        cell: ({ task }) => <code className="text-13">{task}</code>,
        width: 220,
      },
      {
        key: 'state',
        narrow: 'state',
        title: t('jobs.state'),
        value: (job) => t(`jobs.states.${job.state}`),
        cell: (job) => <Badge tone={TONES[job.state]}>{t(`jobs.states.${job.state}`)}</Badge>,
        width: 170,
      },
      {
        key: 'attempts',
        title: t('jobs.attempts'),
        value: ({ attempts }) => attempts,
        cell: ({ attempts, max_attempts }) => (
          <span className="tabular">
            {format.number(attempts)} / {format.number(max_attempts)}
          </span>
        ),
        numeric: true,
        width: 90,
      },
      {
        key: 'run',
        narrow: 'fact',
        title: t('jobs.run'),
        value: ({ run_at }) => run_at,
        cell: ({ run_at }) => <span className="tabular">{format.dateTime(run_at)}</span>,
        width: 176,
      },
      {
        key: 'error',
        narrow: 'fact',
        title: t('jobs.error'),
        value: ({ last_error }) => last_error,
        width: 320,
      },
      {
        key: 'created',
        title: t('jobs.created'),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <span className="tabular">{format.dateTime(created_at)}</span>,
        width: 176,
      },
    ],
    [t, format],
  )
  const set = (etat: string | null) =>
    setSearch((current) => withParameters(current, { etat }), { replace: true })
  const failed = (job: Job) => job.state === 'failing' || job.state === 'given_up'
  return (
    <ResourceDesk
      resource={JOBS}
      title={t('places.jobs')}
      purpose={t('jobs.purpose')}
      filter={useMemo((): Record<string, string> => (state ? { state } : {}), [state])}
      columns={columns}
      refresh={5_000}
      onOpen={setOpen}
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
      filters={JOB_STATES.map((value) => (
        <Chip key={value} selected={state === value} onClick={() => set(state === value ? null : value)}>
          {t(`jobs.states.${value}`)}
        </Chip>
      ))}
      empty={
        <EmptyState
          icon={<ListChecks size={20} strokeWidth={1.75} aria-hidden />}
          title={t(state ? 'jobs.noneFound' : 'jobs.none')}
        >
          {t(state ? 'noneFoundNote' : 'jobs.noneNote')}
        </EmptyState>
      }
    >
      <DetailSheet
        full
        open={open !== null}
        title={open?.task}
        badge={open ? <Badge tone={TONES[open.state]}>{t(`jobs.states.${open.state}`)}</Badge> : null}
        onClose={() => setOpen(null)}
      >
        {open && (
          <>
            {failed(open) && (
              <div className="border-b border-line px-4 py-3 md:px-6">
                <Button variant="primary" busy={retry.isPending} onClick={() => again([open])}>
                  {t('jobs.retry')}
                </Button>
              </div>
            )}
            <DetailSection title={t('jobs.one', { number: String(open.id) })}>
              <Facts
                rows={[
                  { name: t('jobs.attempts'), value: `${open.attempts} / ${open.max_attempts}` },
                  { name: t('jobs.run'), value: format.dateTime(open.run_at) },
                  { name: t('jobs.created'), value: format.dateTime(open.created_at) },
                  { name: t('jobs.started'), value: format.dateTime(open.locked_at) },
                ]}
              />
              {open.last_error && (
                <CodeView title={t('jobs.error')} code={open.last_error} wrap className="mt-3" />
              )}
            </DetailSection>
          </>
        )}
      </DetailSheet>
    </ResourceDesk>
  )
}
