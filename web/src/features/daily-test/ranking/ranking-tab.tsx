import { useQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { boardQuery, useJoinBoard, useLeaveBoard } from '../queries.ts'
import { BoardRows } from './board-rows.tsx'

/** The week's ranking, for those who chose to be in it under a pseudonym. */
export function RankingTab() {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const { data, isLoadingError, refetch } = useQuery(boardQuery(parisDay(new Date())))
  const [asking, setAsking] = useState<'join' | 'leave' | null>(null)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full animate-wait" />
  const join = (
    <Button variant="primary" onClick={() => setAsking('join')}>
      {t('board.join')}
    </Button>
  )
  return (
    <div className="grid max-w-160 gap-4">
      {data.rows.length === 0 ? (
        <EmptyState
          icon={<Trophy size={20} strokeWidth={1.75} aria-hidden />}
          title={t('board.none')}
          action={join}
        >
          {t('board.noneText')}
        </EmptyState>
      ) : (
        <Card className="overflow-hidden">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-5 pt-4 pb-2">
            <h2 className="font-semibold">
              {t('board.week', { day: format.dayMonth(`${data.week}T12:00`) })}
            </h2>
            <span className="tabular text-13 text-muted">{t('board.of', { of: data.of })}</span>
          </div>
          <BoardRows rows={data.rows} />
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 text-13 text-muted">
            <span>{t('board.players', { count: data.players })}</span>
            {data.me ? (
              <Button variant="ghost" onClick={() => setAsking('leave')}>
                {t('board.leave')}
              </Button>
            ) : (
              join
            )}
          </div>
        </Card>
      )}
      <p className="text-13 text-pretty text-muted">{t('board.rules')}</p>
      {asking === 'join' && <JoinDialog onClose={() => setAsking(null)} />}
      {asking === 'leave' && <LeaveDialog onClose={() => setAsking(null)} />}
    </div>
  )
}

const REFUSALS = ['pseudonym_taken', 'pseudonym_invalid', 'not_allowed'] as const
const refusalOf = (error: unknown) =>
  REFUSALS.find((key) => key === (error as { message?: string } | null)?.message) ?? 'other'

function JoinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('daily-test')
  const join = useJoinBoard()
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={t('join.title')}
      description={t('join.about')}
      submit={t('join.do')}
      busy={join.isPending}
      incomplete={name.trim().length < 3}
      onSubmit={() => join.mutate(name.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field
        label={t('join.name')}
        hint={t('join.hint')}
        error={join.isError && t(`join.refused.${refusalOf(join.error)}`)}
      >
        <Input
          value={name}
          maxLength={24}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('daily-test')
  const leave = useLeaveBoard()
  return (
    <FormDialog
      title={t('leave.title')}
      description={t('leave.about')}
      submit={t('leave.do')}
      submitLook="danger"
      busy={leave.isPending}
      refusal={leave.isError && t('join.refused.other')}
      onSubmit={() => leave.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
