import { useQuery } from '@tanstack/react-query'
import { Check, Circle, X } from 'lucide-react'
import { useState } from 'react'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberDisc } from '../proof/mark-layer.tsx'
import { FACTS, type Fact } from '../proof/marks.ts'
import { SuggestionLine } from '../proof/suggestion-line.tsx'
import type { ProofWork } from '../proof/use-proof-work.ts'
import { brokersQuery, type QueuedRequest } from '../queries.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  row: QueuedRequest
  work: ProofWork
  /** Whether a place can be shown in the proof: it was drawn. */
  drawable: boolean
  brokerName: (slug: string) => string
}

/** What the request says, beside what a reviewer found in its proof: six facts, numbered as on the proof. */
export function FactChecks({ row, work, drawable, brokerName }: Props) {
  const { t } = useTranslation('qualification')
  const claims = useClaims(row, brokerName)
  const found = FACTS.filter((fact) => work.findings[fact]?.agrees).length
  return (
    <section className="px-4 py-5 md:px-6" aria-labelledby="facts">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h3 id="facts" className="text-16 font-semibold">
          {t('facts.title')}
        </h3>
        <span className="tabular text-13 text-muted">
          {t('facts.count', { count: found, all: FACTS.length })}
        </span>
      </div>
      <ul className="divide-y divide-line">
        {FACTS.map((fact, index) => {
          const finding = work.findings[fact]
          const chosen = work.chosen === fact
          return (
            <li key={fact}>
              <button
                type="button"
                aria-expanded={chosen}
                onClick={() => work.choose(fact)}
                className="grid min-h-11 w-full grid-cols-[1.25rem_minmax(0,5.5rem)_minmax(0,1fr)_1rem] items-center gap-x-3 py-2 text-left text-13 -outline-offset-2 hover:bg-raised/40"
              >
                <NumberDisc number={index + 1} agrees={finding?.agrees ?? null} />
                <span className="text-muted">{t(`facts.names.${fact}`)}</span>
                <span className="min-w-0 wrap-anywhere">
                  {finding?.words && <span className="font-medium">{finding.words} · </span>}
                  <span className={finding?.words ? 'text-muted' : 'font-medium'}>{claims[fact]}</span>
                </span>
                <Verdict agrees={finding?.agrees ?? null} />
              </button>
              {chosen && work.open && <Finding key={fact} fact={fact} work={work} drawable={drawable} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Verdict({ agrees }: { agrees: boolean | null }) {
  const { t } = useTranslation('qualification')
  const [Icon, word, tone] =
    agrees === null
      ? ([Circle, 'open', 'text-faint'] as const)
      : agrees
        ? ([Check, 'agrees', 'text-gain'] as const)
        : ([X, 'differs', 'text-loss'] as const)
  return (
    <span className={tone}>
      <Icon {...icon} />
      <span className="sr-only">{t(`facts.${word}`)}</span>
    </span>
  )
}

/** What a reviewer says of one fact: where it is, what the proof says, and whether it agrees. */
function Finding({ fact, work, drawable }: { fact: Fact; work: ProofWork; drawable: boolean }) {
  const { t } = useTranslation('qualification')
  const finding = work.findings[fact]
  const [words, setWords] = useState(finding?.words ?? '')
  const [known, setKnown] = useState(finding?.words)
  // Found since in the text of the proof, or by a colleague: not to be replaced by what this field held before.
  if (finding?.words !== known) {
    setKnown(finding?.words)
    setWords(finding?.words ?? '')
  }
  const verdict = (agrees: boolean) => (
    <Button
      size="sm"
      variant={finding?.agrees === agrees ? 'inverse' : 'outline'}
      aria-pressed={finding?.agrees === agrees}
      onClick={() => work.find(fact, finding?.agrees === agrees ? null : agrees, words.trim() || null)}
      icon={agrees ? <Check {...icon} /> : <X {...icon} />}
    >
      {t(agrees ? 'facts.agrees' : 'facts.differs')}
    </Button>
  )
  return (
    <div className="grid gap-3 pt-1 pb-4 pl-8">
      <SuggestionLine work={work} />
      <Field label={t('facts.words')} optional={t('optional')}>
        <Input
          size_="md"
          value={words}
          maxLength={80}
          onChange={({ target }) => setWords(target.value)}
          onBlur={() => {
            if (finding && words.trim() !== (finding.words ?? ''))
              work.find(fact, finding.agrees, words.trim())
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {verdict(true)}
        {verdict(false)}
        {drawable && (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={work.tool === fact}
            className={classNames(work.tool === fact && 'bg-raised text-text')}
            onClick={() => work.take(fact)}
          >
            {t(finding?.place ? 'facts.placeAgain' : 'facts.place')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What is known without the proof: what the member declared, when, and what the broker asks. */
function useClaims(row: QueuedRequest, brokerName: (slug: string) => string): Readonly<Record<Fact, string>> {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const brokers = useQuery(brokersQuery)
  const [account] = (brokers.data?.find(({ slug }) => slug === row.broker)?.broker_accounts ?? []).toSorted(
    (one, other) => one.minimum_deposit - other.minimum_deposit,
  )
  return {
    name: personName(row.member),
    account: row.account_number,
    broker: brokerName(row.broker),
    statement: t('facts.claims.statement', { date: format.date(row.created_at) }),
    opening: row.member.created_at
      ? t('facts.claims.opening', { date: format.date(row.member.created_at) })
      : format.dash,
    deposit: account
      ? t('facts.claims.deposit', { amount: format.moneyShort(account.minimum_deposit, account.currency) })
      : format.dash,
  }
}
