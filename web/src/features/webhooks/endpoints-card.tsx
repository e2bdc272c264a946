import { useQuery } from '@tanstack/react-query'
import { Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isWebhookAddress } from './browser-webhooks.ts'
import {
  type Endpoint,
  endpointsQuery,
  readSecret,
  useAddEndpoint,
  useRemoveEndpoint,
  useSwitchEndpoint,
  useTestEndpoint,
} from './queries.ts'
import { refusalOf } from './refusal.ts'

/** The server's webhooks for leads: each address, whether it answers, and a form to add one. */
export function EndpointsCard() {
  const { t } = useTranslation('webhooks')
  const endpoints = useQuery(endpointsQuery)
  const [adding, setAdding] = useState(false)
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line p-4 md:px-6">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="font-semibold">{t('endpoints.title')}</h2>
          <p className="max-w-140 text-13 text-pretty text-muted">{t('endpoints.purpose')}</p>
        </div>
        <Button variant="primary" onClick={() => setAdding(true)}>
          {t('endpoints.add')}
        </Button>
      </div>
      {endpoints.isLoadingError ? (
        <ErrorState onRetry={() => void endpoints.refetch()} />
      ) : endpoints.data ? (
        endpoints.data.length > 0 ? (
          <ul className="divide-y divide-line">
            {endpoints.data.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        ) : (
          <p className="flex items-center gap-2 p-4 text-muted md:px-6">
            <Webhook size={16} strokeWidth={1.75} aria-hidden />
            {t('endpoints.none')}
          </p>
        )
      ) : (
        <Skeleton className="m-4 h-16" />
      )}
      {adding ? <AddDialog onClose={() => setAdding(false)} /> : null}
    </Card>
  )
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const turn = useSwitchEndpoint()
  const test = useTestEndpoint()
  const remove = useRemoveEndpoint()
  const [secret, setSecret] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const { id, name, url, active, switched_off_reason, failing_since } = endpoint
  const refuse = (error: unknown) =>
    toast({ title: t(`refused.${refusalOf(error)}`), variant: 'destructive' })
  return (
    <li className="grid gap-3 p-4 md:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {name}
            {switched_off_reason === 'failing' ? (
              <Badge tone="loss">{t('endpoints.switchedOff')}</Badge>
            ) : failing_since && active ? (
              <Badge tone="warn">{t('endpoints.failing', { time: format.dateTime(failing_since) })}</Badge>
            ) : null}
          </p>
          <p className="truncate text-13 text-muted">{url}</p>
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <Button
            size="sm"
            variant="ghost"
            busy={test.isPending}
            disabled={!active}
            onClick={() =>
              test.mutate(id, { onSuccess: () => toast({ title: t('endpoints.tested') }), onError: refuse })
            }
          >
            {t('test')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => void (secret ? setSecret(null) : readSecret(id).then(setSecret, refuse))}
          >
            {t(secret ? 'endpoints.hide' : 'endpoints.secret')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            iconOnly
            aria-label={t('endpoints.removeNamed', { name })}
            onClick={() => setRemoving(true)}
            icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          />
          <Switch
            aria-label={t('endpoints.active', { name })}
            checked={active}
            disabled={turn.isPending}
            onCheckedChange={(next) => turn.mutate({ id, active: next }, { onError: refuse })}
          />
        </div>
      </div>
      {switched_off_reason === 'failing' ? (
        <p className="text-13 text-pretty text-muted">{t('endpoints.switchedOffNote')}</p>
      ) : null}
      {secret ? (
        <div className="flex items-center gap-2 rounded-control border border-line bg-well px-3 py-2">
          <code className="min-w-0 flex-1 truncate font-mono text-12">{secret}</code>
          <CopyButton text={secret} size="sm" iconOnly />
        </div>
      ) : null}
      <FormDialog
        open={removing}
        title={t('endpoints.removeAsk', { name })}
        description={t('endpoints.removeNote')}
        submit={t('endpoints.remove')}
        submitLook="danger"
        busy={remove.isPending}
        onSubmit={() => remove.mutate(id, { onError: refuse })}
        onClose={() => setRemoving(false)}
      />
    </li>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const add = useAddEndpoint()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [tried, setTried] = useState(false)
  const wrongName = name.trim() === ''
  const wrongUrl = url === '' || !isWebhookAddress(url)
  const submit = () => {
    setTried(true)
    if (!wrongName && !wrongUrl) add.mutate({ name: name.trim(), url }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('endpoints.add')}
      description={t('endpoints.addNote')}
      refusal={add.isError && t(`refused.${refusalOf(add.error)}`)}
      submit={t('endpoints.addDo')}
      busy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('endpoints.name')} error={tried && wrongName ? t('endpoints.nameMissing') : undefined}>
        <Input value={name} maxLength={80} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label={t('endpoints.url')} error={tried && wrongUrl ? t('addressWrong') : undefined}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          onChange={({ target }) => setUrl(target.value.trim())}
        />
      </Field>
    </FormDialog>
  )
}
