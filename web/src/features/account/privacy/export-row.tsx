import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useAllowanceRefusal } from '#ui/product/allowance-refusal.ts'
import { useProof } from '../security/use-proof.tsx'
import { SettingRow } from '../setting-row.tsx'
import { askForExport, type DataExport, EXPORT_KEY, exportLink, exportQuery } from './privacy-queries.ts'

/** The copy of the member's data: request it, wait for it, download it while it exists. */
export function ExportRow({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const now = useNow()
  const client = useQueryClient()
  const copy = useQuery(exportQuery)
  const proof = useProof(user)
  const [busy, setBusy] = useState(false)
  const usedUp = useAllowanceRefusal()
  const [refusal, setRefusal] = useState<string | null>(null)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      if (await proof.ensure()) await work()
    } catch (error) {
      setRefusal(usedUp(error) ?? t('privacy.failed'))
    } finally {
      setBusy(false)
    }
  }
  const ask = () =>
    attempt(async () => {
      await askForExport()
      await client.invalidateQueries({ queryKey: EXPORT_KEY })
    })
  const fetchPart = (made: DataExport, part: number) =>
    attempt(async () => {
      location.assign(await exportLink(made, part, fileName(t('privacy.file'), made, part)))
    })

  const latest = copy.data ?? null
  const ready = latest?.state === 'ready' && Date.parse(latest.expires_at ?? '') > now ? latest : null
  const waiting = latest?.state === 'waiting'
  const status = waiting
    ? t('privacy.making')
    : ready
      ? t('privacy.readyUntil', { time: format.dateTime(ready.expires_at) })
      : latest?.state === 'failed'
        ? t('privacy.exportFailed')
        : t('privacy.exportText')
  return (
    <SettingRow
      icon={FileArchive}
      title={
        <>
          {t('privacy.export')}
          {ready ? <Badge tone="gain">{t('privacy.ready')}</Badge> : null}
        </>
      }
      action={
        ready ? (
          Array.from({ length: ready.parts ?? 1 }, (_, index) => index + 1).map((part) => (
            <Button key={part} variant="outline" disabled={busy} onClick={() => void fetchPart(ready, part)}>
              {(ready.parts ?? 1) > 1
                ? t('privacy.downloadPart', { part, parts: ready.parts })
                : t('privacy.download', { size: format.number((ready.bytes ?? 0) / 1000) })}
            </Button>
          ))
        ) : (
          <Button
            variant="outline"
            busy={busy || waiting}
            disabled={busy || waiting || copy.isPending}
            onClick={() => void ask()}
          >
            {t('privacy.prepare')}
          </Button>
        )
      }
    >
      <span role="status">{copy.isLoadingError ? t('privacy.failed') : status}</span>
      {refusal ? (
        <span role="alert" className="block text-loss">
          {refusal}
        </span>
      ) : null}
      {proof.dialog}
    </SettingRow>
  )
}

const fileName = (name: string, { parts }: DataExport, part: number) =>
  (parts ?? 1) > 1 ? `${name}-${part}.zip` : `${name}.zip`
