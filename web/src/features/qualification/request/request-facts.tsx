import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Watchers } from '#parts/watchers/watchers.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import type { ProofWork } from '../proof/use-proof-work.ts'
import { adminsQuery, type QueuedRequest, useAssign, useComment } from '../queries.ts'
import { refusalOf } from '../refusal.ts'
import { useNames } from '../use-names.ts'
import { FactChecks } from './fact-checks.tsx'
import { RequestDoubles } from './request-doubles.tsx'
import { RequestLife } from './request-life.tsx'

type Props = {
  row: QueuedRequest
  work: ProofWork
  drawable: boolean
  onShow: (id: string | null) => void
}

/** What a request says, whose it is, and what happened to it. */
export function RequestFacts({ row, work, drawable, onShow }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const admins = useQuery(adminsQuery)
  const { adminName, brokerName } = useNames()
  const assign = useAssign()
  const { member } = row
  return (
    <div className="min-h-0 border-line max-lg:border-t lg:overflow-y-auto lg:border-l">
      <Watchers
        topic={`staff:qualification:${row.id}`}
        colleagues={(admins.data ?? []).map((admin) => ({ id: admin.user_id, name: personName(admin) }))}
      />
      <FactChecks row={row} work={work} drawable={drawable} brokerName={brokerName} />
      <RequestDoubles row={row} onShow={onShow} />
      <DetailSection title={t('given')}>
        <Facts
          rows={[
            { name: t('columns.member'), value: `${personName(member)} · ${member.username}` },
            { name: t('email'), value: member.email ?? format.dash },
            { name: t('phone'), value: <span className="tabular">{member.phone ?? format.dash}</span> },
            ...(row.note ? [{ name: t('note'), value: row.note }] : []),
            ...(row.premium_until
              ? [
                  {
                    name: t('until'),
                    value: <span className="tabular">{format.date(row.premium_until)}</span>,
                  },
                ]
              : []),
          ]}
        />
      </DetailSection>
      <DetailSection title={t('columns.assignee')}>
        <Select
          aria-label={t('columns.assignee')}
          value={row.assignee ?? ''}
          disabled={assign.isPending}
          onChange={({ target }) => assign.mutate({ ids: [row.id], assignee: target.value || null })}
        >
          <option value="">{t('nobody')}</option>
          {admins.data?.map((admin) => (
            <option key={admin.user_id} value={admin.user_id}>
              {personName(admin)}
            </option>
          ))}
        </Select>
        {assign.isError ? (
          <div className="mt-2">
            <Notice refusal>{t(`refused.${refusalOf(assign.error)}`)}</Notice>
          </div>
        ) : null}
      </DetailSection>
      <DetailSection title={t('life')}>
        <RequestLife requestId={row.id} adminName={adminName} />
        <Comment requestId={row.id} />
      </DetailSection>
      {row.proof_path && (
        <p className="flex gap-3 border-t border-line px-4 py-5 text-13 md:px-6">
          <ShieldCheck size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-gain" aria-hidden />
          <span className="text-pretty text-muted">
            <b className="block font-medium text-text">{t('keeps.title')}</b>
            {t('keeps.note')}
          </span>
        </p>
      )}
    </div>
  )
}

function Comment({ requestId }: { requestId: string }) {
  const { t } = useTranslation('qualification')
  const [words, setWords] = useState('')
  const comment = useComment(requestId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() !== '') comment.mutate(words, { onSuccess: () => setWords('') })
  }
  return (
    <form onSubmit={submit} className="grid justify-items-start gap-2">
      <Field label={t('comment')} hint={t('commentHint')} className="w-full">
        <Textarea rows={2} value={words} maxLength={1000} onChange={({ target }) => setWords(target.value)} />
      </Field>
      {comment.isError ? <Notice refusal>{t(`refused.${refusalOf(comment.error)}`)}</Notice> : null}
      <Button type="submit" size="sm" busy={comment.isPending} disabled={words.trim() === ''}>
        {t('commentAdd')}
      </Button>
    </form>
  )
}
