import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { GROUNDS, refusalKey } from '../reasons.ts'
import { useCaseName } from './case-name.tsx'
import { type CaseFile, previewQuery, type Statement, useApprove, useDecide, useDecideMany } from './cases.ts'
import { Choices } from './choices.tsx'
import type { Part } from './chosen-text.ts'
import { OpinionDialog } from './opinion-dialog.tsx'
import { StatementCard } from './statement-card.tsx'
import { measuresOf, useChoice } from './use-choice.ts'

const ENTER = 'Enter'

type Props = {
  about: CaseFile
  /** What is masked instead of what was found. */
  parts: readonly Part[] | null
  chosen: ReadonlySet<string>
  held: boolean
  onDone: () => void
}

/** The decision about a case, or about all chosen ones: reasons, measure, and the statement that the author will read. */
export function DecisionColumn({ about, parts, chosen, held, onDone }: Props) {
  const { t } = useTranslation('moderation')
  const name = useCaseName()(about)
  const choices = useChoice(about, parts)
  const [edited, setEdited] = useState<Partial<Statement>>({})
  const [asks, setAsks] = useState(false)
  const decide = useDecide()
  const decideMany = useDecideMany()
  const approve = useApprove()
  const { choice, complete } = choices
  const preview = useQuery({
    ...previewQuery(about.id, choice ?? { reasons: [], measure: 'nothing' }),
    placeholderData: keepPreviousData,
    enabled: complete,
  })
  const many = chosen.size > 0
  const ids = many ? [...chosen] : [about.id]
  const publishes = about.kind === 'held' && (!many || held)
  const busy = decide.isPending || decideMany.isPending || approve.isPending
  const failure = decide.error ?? decideMany.error ?? approve.error ?? (complete ? preview.error : null)
  const publish = () => {
    if (publishes && !busy) approve.mutate(ids, { onSuccess: onDone })
  }
  const send = () => {
    if (!choice || !complete || busy) return
    if (!many) decide.mutate({ id: about.id, choice, statement: edited })
    else
      decideMany.mutate(
        { ids, choice, statement: edited },
        {
          onSuccess: (refused) => {
            if (refused.length > 0) toast({ title: t('decision.someRefused', { count: refused.length }) })
            onDone()
          },
        },
      )
  }
  useKeys({
    ...Object.fromEntries(
      GROUNDS.slice(0, 6).map(({ reason }, place) => [String(place + 1), () => choices.toggle(reason)]),
    ),
    ...Object.fromEntries(
      measuresOf(about, choices.measure, parts).map(({ letter, measure }) => [
        letter.toLowerCase(),
        () => choices.setMeasure(measure),
      ]),
    ),
    ...(publishes ? { x: publish } : {}),
    // A control that has the focus keeps its own Enter.
    [ENTER]: () =>
      document.activeElement?.closest('a, button:not([aria-pressed], [aria-current]), summary')
        ? false
        : send(),
  })
  return (
    <>
      <Choices about={about} chosen={choices} />
      <section className="grid gap-3 px-5 py-4">
        <h2 className="flex items-baseline justify-between gap-3 font-semibold">
          {t('statement.title')}
          <span className="text-12 font-normal text-muted">{t('statement.law')}</span>
        </h2>
        {complete && preview.data ? (
          <StatementCard
            title={
              many
                ? t('decision.eachReceives')
                : about.author
                  ? t('decision.receives', { name })
                  : t('decision.kept')
            }
            statement={{ ...preview.data.statement, ...edited }}
            own={many ? 'facts' : null}
            onChange={(part, words) => setEdited({ ...edited, [part]: words })}
          />
        ) : (
          <p className="text-13 text-muted">{t('decision.incomplete')}</p>
        )}
        {failure && <Notice refusal>{t(`refused.${refusalKey(failure)}`)}</Notice>}
        <div className="flex flex-wrap gap-2 bg-bg lg:sticky lg:bottom-0 lg:py-2">
          <Button variant="primary" disabled={!complete || busy} busy={decide.isPending} onClick={send}>
            {many ? t('decision.sendMany', { count: ids.length }) : t('decision.send')}
            <span className="font-medium opacity-75 pointer-coarse:hidden" aria-hidden>
              {t('decision.enter')}
            </span>
          </Button>
          {publishes && (
            <Button variant="outline" busy={approve.isPending} aria-keyshortcuts="X" onClick={publish}>
              {t('decision.publish', { count: ids.length })}
            </Button>
          )}
          <Button variant="ghost" onClick={() => setAsks(true)}>
            {t('opinion.ask')}
          </Button>
        </div>
        <p className="text-12 text-pretty text-muted">
          {t(choices.needsSecond ? 'decision.secondNote' : 'decision.note')}
        </p>
      </section>
      {asks && <OpinionDialog about={about} onClose={() => setAsks(false)} />}
    </>
  )
}
