import { useQuery } from '@tanstack/react-query'
import { explorerLink, isTransactionHash, NETWORK_NAMES } from 'payments/wallet-network'
import { type FormEvent, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type Payout, sentQuery, useClose, useFail } from './payouts.ts'

type SheetProps = { payout: Payout | null; onClose: () => void; onBatch: (batch: number) => void }

/** One payout: recipient, amount, address; and the form that closes it with a transaction or a reason. */
export function PayoutSheet({ payout, onClose, onBatch }: SheetProps) {
  const { t } = useTranslation('office')
  const format = useFormat()
  return (
    <DetailSheet
      full
      open={payout !== null}
      title={payout ? format.money(payout.amount, payout.currency) : t('places.payouts')}
      badge={payout ? <Badge>{t(`payouts.states.${payout.state}`)}</Badge> : null}
      onClose={onClose}
    >
      {payout ? <Detail key={payout.id} payout={payout} onClose={onClose} onBatch={onBatch} /> : null}
    </DetailSheet>
  )
}

/** The member's balance apart from this payout. A negative balance is marked and prevents approval. */
export function Balance({ payout: { balance, currency } }: { payout: Payout }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="tabular">{format.money(balance, currency)}</span>
      {balance < 0 ? <Badge tone="loss">{t('payouts.balanceShort')}</Badge> : null}
    </span>
  )
}

function Detail({ payout, onClose, onBatch }: { payout: Payout } & Omit<SheetProps, 'payout'>) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const moment = (value: string | null) => (
    <span className="tabular">{value === null ? format.dash : format.parisDateTime(value)}</span>
  )
  const link = payout.transaction_hash && explorerLink(payout.network, payout.transaction_hash)
  const { data: done } = useQuery({ ...sentQuery(payout.id), enabled: payout.state === 'paid' })
  return (
    <>
      <DetailSection title={t('payouts.what')}>
        <Facts
          rows={[
            { name: t('payouts.member'), value: payout.username ?? format.dash },
            { name: t('members.email'), value: payout.email ?? format.dash },
            {
              name: t('payouts.brought'),
              value: t('payouts.broughtText', { referrals: payout.referrals, payers: payout.payers }),
            },
            { name: t('payouts.balance'), value: <Balance payout={payout} /> },
            { name: t('payouts.asset'), value: `${payout.asset} · ${NETWORK_NAMES[payout.network]}` },
            {
              name: t('payouts.address'),
              value: (
                <span className="grid justify-items-start gap-2">
                  <span className="font-mono text-13 [overflow-wrap:anywhere]">{payout.address}</span>
                  <CopyButton text={payout.address} size="sm" label={t('payouts.copyAddress')} />
                  {payout.same_address > 0 ? (
                    <Badge tone="warn">{t('payouts.sameAddressAs', { count: payout.same_address })}</Badge>
                  ) : null}
                  {payout.unprotected ? <Badge tone="warn">{t('payouts.unprotected')}</Badge> : null}
                </span>
              ),
            },
            { name: t('payouts.requested'), value: moment(payout.requested_at) },
            { name: t('payouts.approvedAt'), value: moment(payout.approved_at) },
            {
              name: t('payouts.batch'),
              value:
                payout.batch_id === null ? (
                  format.dash
                ) : (
                  <span className="inline-flex items-center gap-3">
                    <span className="tabular">{payout.batch_id}</span>
                    <Button size="sm" onClick={() => onBatch(payout.batch_id as number)}>
                      {t('payouts.openBatch')}
                    </Button>
                  </span>
                ),
            },
            { name: t('payouts.closedAt'), value: moment(payout.closed_at) },
            {
              name: t('payouts.transaction'),
              value: link ? (
                <a
                  href={link}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="font-mono text-13 underline underline-offset-2 [overflow-wrap:anywhere]"
                >
                  {payout.transaction_hash}
                </a>
              ) : (
                format.dash
              ),
            },
            ...(done?.sent && done.rate
              ? [
                  {
                    name: t('payouts.sentName'),
                    value: t('payouts.sentText', {
                      sent: format.number(Number(done.sent), decimals(done.sent)),
                      asset: payout.asset,
                      rate: format.number(Number(done.rate), Math.max(2, decimals(done.rate))),
                      currency: payout.currency,
                    }),
                  },
                ]
              : []),
            ...(payout.reason ? [{ name: t('act.reason'), value: payout.reason }] : []),
          ]}
        />
      </DetailSection>
      {payout.state === 'approved' ? <CloseForm payout={payout} onDone={onClose} /> : null}
      {payout.state === 'approved' || payout.state === 'requested' ? (
        <FailForm payout={payout} onDone={onClose} />
      ) : null}
    </>
  )
}

/** The number of decimals without trailing zeros. */
const decimals = (text: string) => (text.split('.')[1] ?? '').replace(/0+$/, '').length

type FormProps = { payout: Payout; onDone: () => void }

function CloseForm({ payout, onDone }: FormProps) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const close = useClose()
  const [hash, setHash] = useState('')
  const [amount, setAmount] = useState('')
  const [rate, setRate] = useState('')
  const [sent, setSent] = useState(false)
  const valid = isTransactionHash(payout.network, hash.trim())
  const written = Number(amount) > 0 && Number(rate) > 0
  // The transaction already paid another batch: closing this payout with it needs an explicit confirmation.
  const known = close.isError && staffRefusalOf(close.error) === 'hash_used'
  const worth = written ? Math.round(Number(amount) * Number(rate) * 100) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!valid || !written) return
    close.mutate(
      { payout_id: payout.id, hash: hash.trim(), sent: amount, rate, known },
      {
        onSuccess: () => {
          toast({ title: t('payouts.closed') })
          onDone()
        },
      },
    )
  }
  return (
    <DetailSection title={t('payouts.close')}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        {close.isError ? <Notice refusal>{t(`refused.${staffRefusalOf(close.error)}`)}</Notice> : null}
        <Field
          label={t('payouts.hash', { network: NETWORK_NAMES[payout.network] })}
          hint={t('payouts.hashHint')}
          error={sent && !valid ? t('refused.hash_invalid') : undefined}
        >
          <Input
            value={hash}
            maxLength={120}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-14"
            onChange={({ target }) => {
              setHash(target.value)
              // The refusal concerned the previous hash only.
              close.reset()
            }}
          />
        </Field>
        <Field
          label={t('payouts.sent', { asset: payout.asset })}
          error={sent && !(Number(amount) > 0) ? t('refused.sent_invalid') : undefined}
        >
          <NumberInput value={amount} onChange={setAmount} min="0" unit={payout.asset} />
        </Field>
        <Field
          label={t('payouts.rate', { asset: payout.asset })}
          hint={
            worth === null
              ? t('payouts.rateHint')
              : t('payouts.worth', {
                  worth: format.money(worth, payout.currency),
                  amount: format.money(payout.amount, payout.currency),
                })
          }
          error={sent && !(Number(rate) > 0) ? t('refused.rate_invalid') : undefined}
        >
          <NumberInput value={rate} onChange={setRate} min="0" unit={payout.currency} />
        </Field>
        {worth !== null && Math.abs(worth - payout.amount) > payout.amount / 50 ? (
          <Notice>{t('payouts.worthFar')}</Notice>
        ) : null}
        <Button type="submit" variant="primary" className="justify-self-start" busy={close.isPending}>
          {t(known ? 'payouts.closeAnyway' : 'payouts.closeDo')}
        </Button>
      </form>
    </DetailSection>
  )
}

function FailForm({ payout, onDone }: FormProps) {
  const { t } = useTranslation('office')
  const fail = useFail()
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const missing = reason.trim().length < 3
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (missing) return
    fail.mutate(
      { payout_id: payout.id, reason },
      {
        onSuccess: () => {
          toast({ title: t('payouts.failedDone') })
          onDone()
        },
      },
    )
  }
  return (
    <DetailSection title={t('payouts.fail')}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        {fail.isError ? <Notice refusal>{t(`refused.${staffRefusalOf(fail.error)}`)}</Notice> : null}
        <Field
          label={t('act.reason')}
          hint={t('payouts.failHint')}
          error={sent && missing ? t('refused.reason_missing') : undefined}
        >
          <Textarea
            rows={2}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Button type="submit" variant="danger" className="justify-self-start" busy={fail.isPending}>
          {t('payouts.failDo')}
        </Button>
      </form>
    </DetailSection>
  )
}
