import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { edgeFunctions } from '#lib/data/edge-functions.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { notifyAdministrators } from '#lib/leads/lead-notification.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { brokersQuery, useAnswer, useAsk } from '../queries.ts'
import { refusalOf } from '../refusal.ts'
import { useProof } from './proof-field.tsx'

/** The same format as the database requires. */
const ACCOUNT = /^\s*[A-Za-z0-9][A-Za-z0-9 ./-]{2,39}\s*$/

/** The form of a request for premium. */
export function RequestForm({ userId, onSent }: { userId: string; onSent: () => void }) {
  const { t } = useTranslation('qualification')
  const { user } = useSession()
  const brokers = useQuery(brokersQuery)
  const ask = useAsk()
  const proof = useProof(userId)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { broker: '', account: '', note: '' },
  })
  const { errors } = formState
  const submit = handleSubmit((values) => {
    if (!proof.ready()) return
    ask.mutate(
      { ...values, proof: proof.path },
      {
        onSuccess: () => {
          const { first_name = '', last_name = '' } = (user?.user_metadata ?? {}) as Record<string, string>
          void notifyAdministrators(edgeFunctions, {
            type: 'premium_request',
            userEmail: user?.email || (user?.phone ?? ''),
            firstName: first_name,
            lastName: last_name,
            productName: 'premium',
          })
          onSent()
        },
      },
    )
  })
  const refusal = ask.isError ? refusalOf(ask.error) : null
  return (
    <Card>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5 p-4 md:p-6">
        {refusal && refusal !== 'account_number_wrong' ? (
          <Notice refusal>{t(`refused.${refusal}`)}</Notice>
        ) : null}
        <Field label={t('form.broker')} error={errors.broker ? t('form.brokerMissing') : undefined}>
          <Select {...register('broker', { required: true })}>
            <option value="">{t('form.brokerChoose')}</option>
            {brokers.data?.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t('form.account')}
          hint={t('form.accountHint')}
          error={
            errors.account || refusal === 'account_number_wrong'
              ? t('refused.account_number_wrong')
              : undefined
          }
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            className="tabular"
            {...register('account', { required: true, pattern: ACCOUNT })}
          />
        </Field>
        {proof.field}
        <Field label={t('note')} optional={t('optional')}>
          <Textarea maxLength={1000} {...register('note')} />
        </Field>
        <div>
          <Button type="submit" variant="primary" size="lg" busy={ask.isPending}>
            {t('form.send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The member's answer to a question from staff. */
export function AnswerForm({ requestId, userId }: { requestId: string; userId: string }) {
  const { t } = useTranslation('qualification')
  const answer = useAnswer(requestId)
  const proof = useProof(userId)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { account: '', words: '' } })
  const submit = handleSubmit((values) => {
    if (proof.ready()) answer.mutate({ ...values, proof: proof.path })
  })
  const refusal = answer.isError ? refusalOf(answer.error) : null
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-4 grid gap-5">
      {refusal ? <Notice refusal>{t(`refused.${refusal}`)}</Notice> : null}
      <Field label={t('form.answer')}>
        <Textarea maxLength={1000} {...register('words')} />
      </Field>
      <Field
        label={t('form.newAccount')}
        optional={t('optional')}
        error={formState.errors.account ? t('refused.account_number_wrong') : undefined}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          className="tabular"
          {...register('account', { validate: (text) => text === '' || ACCOUNT.test(text) })}
        />
      </Field>
      {proof.field}
      <div>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          {t('form.sendAnswer')}
        </Button>
      </div>
    </form>
  )
}
