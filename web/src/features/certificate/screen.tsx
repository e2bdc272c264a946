import { useQuery } from '@tanstack/react-query'
import { FileDown, Printer, RotateCcw, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { countOf, inLanguage, type Results } from 'trading/learning/certificate'
import { CHECKS, type PublicCertificate } from 'trading/learning/check-certificate'
import { saveAs } from '#lib/browser/save-as.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { CertificateFile } from '#parts/certificate-file/certificate-file.tsx'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import { CheckList } from './check-list.tsx'
import { readCode } from './code.ts'
import { OwnName, useOwnCertificate } from './own-certificate.tsx'
import { type Checked, certificateQuery, isUnsigned } from './queries.ts'

const icon = { size: 28, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Anybody checks a certificate by its code. Nothing is shown as true before this device has computed it. */
export default function CertificateScreen() {
  return (
    <QueryBoundary>
      <Certificate />
    </QueryBoundary>
  )
}

function Certificate() {
  const { t } = useTranslation('certificate')
  const [search, setSearch] = useSearchParams()
  const asked = search.get('code') ?? ''
  const code = readCode(asked)
  const query = useQuery({ ...certificateQuery(code ?? ''), enabled: code !== null })
  const open = (other: string) => setSearch(() => new URLSearchParams({ code: other }))
  return (
    <div className="mx-auto w-full max-w-300 px-4 py-8 sm:px-6 lg:py-10">
      {code === null ? (
        <State
          title={t(asked === '' ? 'ask.title' : 'unknown.title')}
          text={t(asked === '' ? 'ask.text' : 'unknown.text')}
        />
      ) : query.isPending ? (
        <Skeleton className="h-120 w-full" />
      ) : query.isLoadingError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : query.data === null ? (
        <State title={t('unknown.title')} text={t('unknown.text')} />
      ) : (
        <Verdict
          checked={query.data}
          again={() => void query.refetch()}
          busy={query.isFetching}
          onCode={open}
        />
      )}
      <AnotherCode key={asked} onCode={open} />
    </div>
  )
}

function State({ title, text }: { title: string; text: string }) {
  return (
    <header className="max-w-160">
      <h1 className="flex items-center gap-3 text-28 font-semibold tracking-title text-balance">
        <ShieldQuestionMark {...icon} className="shrink-0 text-muted" />
        {title}
      </h1>
      <p className="mt-2 text-16 text-muted text-pretty">
        {text} <HelpLink article="attestation" />
      </p>
    </header>
  )
}

type VerdictProps = { checked: Checked; again: () => void; busy: boolean; onCode: (code: string) => void }

function Verdict({ checked, again, busy, onCode }: VerdictProps) {
  const { t, i18n } = useTranslation('certificate')
  const format = useFormat()
  const { kept, verdict } = checked
  const own = useOwnCertificate(kept.code)
  const authentic = CHECKS.every((check) => verdict[check])
  const whole = kept.results.sections ? (kept as PublicCertificate & { results: Results }) : null
  const { right, total } = countOf(kept.results.sections ?? [])
  const facts = {
    name: kept.name ?? kept.initials,
    course: inLanguage(kept.results.course.title, i18n.language) ?? '',
    day: format.parisLongDay(kept.issued_at),
  }
  const unsigned = isUnsigned(kept)
  const state = kept.revoked_at ? 'revoked' : authentic ? 'authentic' : unsigned ? 'unsigned' : 'failed'
  const Icon = authentic ? ShieldCheck : unsigned ? ShieldQuestionMark : ShieldAlert
  const tone = authentic ? 'text-gain' : unsigned ? 'text-muted' : 'text-loss'
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <section className="min-w-0">
        <div role="status">
          <h1 className="flex items-center gap-3 text-28 font-semibold tracking-title text-balance">
            <Icon {...icon} className={`shrink-0 ${tone}`} />
            {t(`${state}.title`)}
          </h1>
        </div>
        <p className="mt-3 text-16 text-muted text-pretty">
          {t(`${state}.text`, {
            ...facts,
            revoked: kept.revoked_at ? format.parisLongDay(kept.revoked_at) : '',
          })}
        </p>
        <CheckList checked={checked} />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            variant="primary"
            size="lg"
            busy={busy}
            onClick={again}
            icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t('again')}
          </Button>
          {kept.credential && !kept.revoked_at && (
            <Button
              size="lg"
              icon={<FileDown size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() =>
                saveAs(new Blob([kept.credential ?? ''], { type: 'application/vc+jwt' }), `${kept.code}.jwt`)
              }
            >
              {t('download')}
            </Button>
          )}
        </div>
      </section>
      <section className="min-w-0">
        {whole && (
          <>
            <div className="overflow-hidden rounded-card border border-line shadow-float">
              <CertificateSheet kept={whole} />
            </div>
            <div className="mt-3 flex justify-end">
              {own?.member ? (
                <CertificateFile member={own.member} code={own.code} />
              ) : (
                <Button
                  variant="ghost"
                  onClick={() => print()}
                  icon={<Printer size={16} strokeWidth={1.75} aria-hidden />}
                >
                  {t('print')}
                </Button>
              )}
            </div>
          </>
        )}
        <Card className="mt-4 p-5">
          <Facts
            rows={[
              ...(whole
                ? [{ name: t('proves.label'), value: t('proves.text', { count: total, right }) }]
                : []),
              { name: t('not.label'), value: t('not.text') },
              { name: t('shown.label'), value: t(kept.name ? 'shown.name' : 'shown.initials', facts) },
              ...(kept.replaces ? [{ name: t('replaces'), value: kept.replaces }] : []),
            ]}
          />
          {own && whole && <OwnName key={own.code} own={own} onCode={onCode} />}
        </Card>
      </section>
    </div>
  )
}

function AnotherCode({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation('certificate')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = readCode(typed)
    setWrong(code === null)
    if (code) onCode(code)
  }
  return (
    <form onSubmit={submit} className="mt-8 max-w-100">
      <Field label={t('another')} {...(wrong ? { error: t('wrongCode') } : {})}>
        <div className="flex gap-2">
          <Input
            value={typed}
            placeholder="V-"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" size="lg">
            {t('verify')}
          </Button>
        </div>
      </Field>
    </form>
  )
}
