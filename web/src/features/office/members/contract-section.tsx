import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { staffRefusalOf } from '#lib/session/staff-refusal.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type ContractAct, type MemberContract, memberContractQuery, useContractAct } from './contracts.ts'
import type { MemberFile } from './members.ts'

/** A member's active contract, and the admin's actions for requests by letter. */
export function ContractSection({ member }: { member: MemberFile }) {
  const { t, i18n } = useTranslation('office')
  const format = useFormat()
  const { user } = useSession()
  const { data: contract } = useQuery(memberContractQuery(member.id))
  const [asking, setAsking] = useState<ContractAct | null>(null)
  if (!contract) return null
  const { withdrawal, currency } = contract
  const offered: readonly ContractAct[] = [
    contract.state === 'canceled' ? 'resume' : 'cancel',
    ...(withdrawal.possible ? (['withdraw'] as const) : []),
  ]
  return (
    <DetailSection title={t('contract.title')}>
      <Facts
        rows={[
          {
            name: t('contract.plan'),
            value: t(`contract.${contract.period}`, {
              plan: contract.plan[i18n.language] ?? contract.plan.fr,
              amount: format.money(contract.amount, currency),
            }),
          },
          { name: t('contract.state'), value: t(`contract.states.${contract.state}`) },
          { name: t('contract.paid'), value: format.parisLongDay(contract.ends_at) },
          ...(withdrawal.possible
            ? [
                { name: t('contract.withdrawUntil'), value: format.parisLongDay(withdrawal.until) },
                { name: t('contract.refund'), value: format.money(withdrawal.refund, currency) },
              ]
            : []),
        ]}
      />
      {user?.id === member.id ? null : (
        <div className="mt-3 flex flex-wrap gap-2">
          {offered.map((act) => (
            <Button
              key={act}
              variant={act === 'withdraw' ? 'danger' : 'outline'}
              onClick={() => setAsking(act)}
            >
              {t(`contract.${act}.do`)}
            </Button>
          ))}
        </div>
      )}
      {asking ? (
        <ContractDialog
          key={asking}
          act={asking}
          contract={contract}
          member={member}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </DetailSection>
  )
}

type DialogProps = {
  act: ContractAct
  contract: MemberContract
  member: MemberFile
  onClose: () => void
}

/** Shows the effects of the action before it runs, and records its reason. */
function ContractDialog({ act, contract, member, onClose }: DialogProps) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const [words, setWords] = useState('')
  const [missing, setMissing] = useState(false)
  const write = useContractAct()
  const name = personName(member)
  const { refund, paid } = contract.withdrawal
  const money = (amount: number) => format.money(amount, contract.currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim().length < 3) return setMissing(true)
    write.mutate(
      { act, member: member.id, words, refund },
      {
        onSuccess: () => {
          toast({ title: t(`contract.${act}.done`, { name }) })
          onClose()
        },
      },
    )
  }
  const note = {
    date: format.parisLongDay(contract.ends_at),
    amount: money(contract.amount),
    refund: money(refund),
    paid: money(paid),
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`contract.${act}.ask`, { name })}
      description={t(
        act === 'cancel' && contract.ends_at === null ? 'contract.cancel.atOnce' : `contract.${act}.note`,
        note,
      )}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form="contract-act"
            variant={act === 'resume' ? 'primary' : 'danger'}
            busy={write.isPending}
          >
            {t(`contract.${act}.do`)}
          </Button>
        </>
      }
    >
      <form id="contract-act" onSubmit={submit} noValidate className="grid gap-4">
        {write.error !== null && <Notice refusal>{t(`refused.${staffRefusalOf(write.error)}`)}</Notice>}
        <Field
          label={t('contract.why')}
          hint={t('contract.whyHint')}
          error={missing ? t('refused.words_missing') : undefined}
        >
          <Textarea
            rows={3}
            maxLength={500}
            value={words}
            onChange={({ target }) => {
              setWords(target.value)
              setMissing(false)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
