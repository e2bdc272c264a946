import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { type PromiseRule, type TopicRule, useSetPromise, useSetTopic } from './office-queries.ts'

const REOPENS = ['unless_thanks', 'always', 'never'] as const

/** What is promised by priority. Tickets that are open keep what was sealed with them. */
export function PromisesPart({ promises }: { promises: readonly PromiseRule[] }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const set = useSetPromise()
  return (
    <section aria-labelledby="settings-promises">
      <h2 id="settings-promises" className="mb-1 text-16 font-semibold">
        {t('settings.promises')}
      </h2>
      <p className="mb-2 text-13 text-pretty text-muted">{t('settings.promisesText')}</p>
      <table className="w-full text-left">
        <thead className="text-13 text-muted">
          <tr>
            <th scope="col" className="py-2 font-medium">
              {t('new.priority')}
            </th>
            <th scope="col" className="py-2 font-medium">
              {t('settings.answer')}
            </th>
            <th scope="col" className="py-2 font-medium">
              {t('settings.solve')}
            </th>
          </tr>
        </thead>
        <tbody>
          {promises.map((rule) => (
            <tr key={rule.priority} className="border-t border-line">
              <td className="py-2 pr-3">{t(`priorities.${rule.priority}`)}</td>
              {(['answer_minutes', 'solve_minutes'] as const).map((end) => (
                <td key={end} className="py-2 pr-3">
                  <WholeNumber
                    key={rule[end]}
                    label={t(end === 'answer_minutes' ? 'settings.answerOf' : 'settings.solveOf', {
                      priority: t(`priorities.${rule.priority}`),
                    })}
                    value={rule[end]}
                    onSet={(minutes) => set.mutate({ ...rule, [end]: minutes })}
                  />
                  <span className="text-12 text-muted">{format.duration(rule[end] * 60_000)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {set.isError && <Notice refusal>{t('settings.promiseRefused')}</Notice>}
    </section>
  )
}

/** What a reply to a solved ticket does, by topic. */
export function TopicsPart({ topics }: { topics: readonly TopicRule[] }) {
  const { t } = useTranslation('support')
  const set = useSetTopic()
  return (
    <section aria-labelledby="settings-topics" className="lg:col-span-2">
      <h2 id="settings-topics" className="mb-1 text-16 font-semibold">
        {t('settings.topics')}
      </h2>
      <p className="mb-2 text-13 text-pretty text-muted">{t('settings.topicsText')}</p>
      <ul className="divide-y divide-line">
        {topics.map((rule) => {
          const name = t(`topics.${rule.topic}`)
          return (
            <li
              key={rule.topic}
              className="grid items-center gap-x-4 gap-y-1 py-2 md:grid-cols-[160px_minmax(0,1fr)_auto_auto]"
            >
              <span className="font-medium">{name}</span>
              <Select
                aria-label={t('settings.reopensOf', { topic: name })}
                value={rule.reopens}
                onChange={({ target }) =>
                  set.mutate({ ...rule, reopens: target.value as TopicRule['reopens'] })
                }
              >
                {REOPENS.map((one) => (
                  <option key={one} value={one}>
                    {t(`settings.reopens.${one}`)}
                  </option>
                ))}
              </Select>
              {(['reopen_days', 'close_days'] as const).map((end) => (
                <span key={end} className="flex items-center gap-2 text-13 text-muted">
                  {t(`settings.${end}`)}
                  <WholeNumber
                    key={rule[end]}
                    label={t(`settings.${end}Of`, { topic: name })}
                    value={rule[end]}
                    onSet={(days) => set.mutate({ ...rule, [end]: days })}
                  />
                </span>
              ))}
            </li>
          )
        })}
      </ul>
      {set.isError && <Notice refusal>{t('settings.topicRefused')}</Notice>}
    </section>
  )
}

type NumberProps = { label: string; value: number; onSet: (value: number) => void }

/** Written when one leaves the field. */
function WholeNumber({ label, value, onSet }: NumberProps) {
  const [typed, setTyped] = useState(String(value))
  return (
    <Input
      inputMode="numeric"
      size_="md"
      className="w-20"
      aria-label={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 5))}
      onBlur={() => {
        const next = Number(typed)
        if (next > 0 && next !== value) onSet(next)
        else setTyped(String(value))
      }}
    />
  )
}
