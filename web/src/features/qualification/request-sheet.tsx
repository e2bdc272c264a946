import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { mayDecide } from './may-decide.ts'
import {
  adminsQuery,
  type Decision,
  proofLink,
  type QueuedRequest,
  useAssign,
  useComment,
  useRequest,
} from './queries.ts'
import { personName } from './queue-columns.tsx'
import { refusalOf } from './refusal.ts'
import { RequestLife } from './request-life.tsx'
import { StateBadge } from './state-badge.tsx'
import { WaitingAge } from './waiting-age.tsx'

type Props = {
  /** The request named by the address. */
  id: string | null
  rows: readonly QueuedRequest[]
  adminName: (id: string | null) => string
  brokerName: (slug: string) => string
  onShow: (id: string | null) => void
  onDecide: (row: QueuedRequest, decision: Decision) => void
}

/** One request: the member, their details, the events, and the decision. */
export function RequestSheet({ id, rows, adminName, brokerName, onShow, onDecide }: Props) {
  const { t } = useTranslation('qualification')
  const listed = rows.find((row) => row.id === id) ?? null
  const elsewhere = useRequest(listed === null ? id : null)
  const row = listed ?? (id === null ? null : (elsewhere.data ?? null))
  const place = rows.findIndex((one) => one.id === row?.id)
  const box = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => () => {
    const next = place < 0 ? undefined : rows[place + by]
    if (!next) return false
    onShow(next.id)
  }
  const decide = (decision: Decision) => () => {
    if (!row || !mayDecide(row, decision)) return false
    onDecide(row, decision)
  }
  useKeys(
    { j: step(1), k: step(-1), a: decide('approved'), r: decide('rejected'), i: decide('needs_information') },
    box,
  )
  return (
    <DetailSheet
      full
      open={id !== null}
      title={row ? personName(row.member) : t('request')}
      badge={row ? <StateBadge state={row.state} /> : null}
      onClose={() => onShow(null)}
    >
      <div ref={box}>
        {row ? (
          <RequestDetail
            key={row.id}
            row={row}
            adminName={adminName}
            brokerName={brokerName}
            onDecide={onDecide}
            onShow={onShow}
          />
        ) : elsewhere.isSuccess ? (
          <p className="p-6 text-muted">{t('gone')}</p>
        ) : (
          <Skeleton className="m-6 h-80" />
        )}
      </div>
    </DetailSheet>
  )
}

const isOpen = ({ state }: QueuedRequest) => state === 'pending' || state === 'needs_information'

type DetailProps = { row: QueuedRequest } & Pick<Props, 'adminName' | 'brokerName' | 'onDecide' | 'onShow'>

function RequestDetail({ row, adminName, brokerName, onDecide, onShow }: DetailProps) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const now = useNow()
  const admins = useQuery(adminsQuery)
  const assign = useAssign()
  const { member } = row
  return (
    <>
      {isOpen(row) ? (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 md:px-6">
          <Button variant="primary" onClick={() => onDecide(row, 'approved')}>
            {t('decide.approved')}
          </Button>
          <Button variant="danger" onClick={() => onDecide(row, 'rejected')}>
            {t('decide.rejected')}
          </Button>
          {row.state === 'pending' ? (
            <Button variant="outline" onClick={() => onDecide(row, 'needs_information')}>
              {t('decide.needs_information')}
            </Button>
          ) : null}
          <span className="ml-auto">
            <WaitingAge request={row} now={now} />
          </span>
        </div>
      ) : null}
      <DetailSection title={t('given')}>
        <Facts
          rows={[
            { name: t('columns.member'), value: `${personName(member)} · ${member.username}` },
            { name: t('email'), value: member.email ?? format.dash },
            { name: t('phone'), value: <span className="tabular">{member.phone ?? format.dash}</span> },
            { name: t('columns.broker'), value: brokerName(row.broker) },
            {
              name: t('columns.account'),
              value: (
                <span className="flex flex-wrap items-center gap-2">
                  <span className="tabular">{row.account_number}</span>
                  {row.same_account_as ? (
                    <Button size="sm" variant="outline" onClick={() => onShow(row.same_account_as)}>
                      {t('sameAccountSee')}
                    </Button>
                  ) : null}
                </span>
              ),
            },
            { name: t('proof'), value: <ProofOf row={row} /> },
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
    </>
  )
}

function ProofOf({ row }: { row: Pick<QueuedRequest, 'proof_path' | 'proof_removed_at'> }) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  if (row.proof_path) return <Proof path={row.proof_path} />
  return row.proof_removed_at ? t('proofRemoved', { date: format.date(row.proof_removed_at) }) : t('noProof')
}

/** Opens the proof through a short-lived signed link. */
function Proof({ path }: { path: string }) {
  const { t } = useTranslation('qualification')
  const [failed, setFailed] = useState(false)
  const open = () => {
    setFailed(false)
    void proofLink(path).then(
      (link) => window.open(link, '_blank', 'noopener'),
      () => setFailed(true),
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        variant="outline"
        onClick={open}
        icon={<FileText size={14} strokeWidth={1.75} aria-hidden />}
      >
        {t('proofSee')}
      </Button>
      {failed ? (
        <span role="alert" className="text-13 text-loss">
          {t('proofFailed')}
        </span>
      ) : null}
    </span>
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
