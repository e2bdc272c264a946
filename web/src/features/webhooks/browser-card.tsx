import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import {
  BROWSER_WEBHOOKS,
  type BrowserWebhook,
  isWebhookAddress,
  readBrowserWebhooks,
  storeBrowserWebhooks,
  testWebhook,
} from './browser-webhooks.ts'

/** This browser's two addresses, stored and tested here. */
export function BrowserCard() {
  const { t } = useTranslation('webhooks')
  const [addresses, setAddresses] = useState(() => readBrowserWebhooks(localStorage))
  const [wrong, setWrong] = useState<readonly BrowserWebhook[]>([])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const refused = BROWSER_WEBHOOKS.filter((name) => !isWebhookAddress(addresses[name]))
    setWrong(refused)
    if (refused.length > 0) return
    storeBrowserWebhooks(localStorage, addresses)
    toast({ title: t('browser.saved'), description: t('browser.savedNote') })
  }
  return (
    <Card>
      <div className="border-b border-line p-4 md:px-6">
        <h2 className="font-semibold">{t('browser.title')}</h2>
        <p className="text-13 text-pretty text-muted">{t('browser.purpose')}</p>
      </div>
      <form onSubmit={save} noValidate className="grid gap-4 p-4 md:px-6">
        {BROWSER_WEBHOOKS.map((name) => (
          <Field
            key={name}
            label={t(`browser.${name}.label`)}
            error={wrong.includes(name) ? t('addressWrong') : undefined}
          >
            <Input
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={addresses[name]}
              onChange={({ target }) => setAddresses({ ...addresses, [name]: target.value.trim() })}
              trailing={<TestButton name={name} address={addresses[name]} />}
            />
          </Field>
        ))}
        <div>
          <Button type="submit" variant="inverse">
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function TestButton({ name, address }: { name: BrowserWebhook; address: string }) {
  const { t } = useTranslation('webhooks')
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    const passed = await testWebhook(address, {
      now: new Date(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      pageUrl: location.href,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      fetch: (url, init) => fetch(url, init),
      webhook: name,
      person: { firstName: 'Test', lastName: 'Webhook', email: user?.email ?? '' },
    })
    setBusy(false)
    toast(
      passed
        ? { title: t('browser.passed'), description: t(`browser.${name}.valid`) }
        : {
            title: t('browser.failed'),
            description: t(`browser.${name}.invalid`),
            variant: 'destructive',
          },
    )
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={busy}
      disabled={address === '' || !isWebhookAddress(address)}
      aria-label={t(`browser.${name}.test`)}
      onClick={() => void test()}
    >
      {t('test')}
    </Button>
  )
}
