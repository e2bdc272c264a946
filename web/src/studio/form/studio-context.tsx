import { createContext, type ReactNode, useContext } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import type { ContentForm } from '../document/use-content-form.ts'

const Context = createContext<ContentForm | null>(null)

/** Provides the form of one item to its children. */
export function StudioForm({ content, children }: { content: ContentForm; children: ReactNode }) {
  return (
    <Context value={content}>
      <FormProvider {...content.form}>{children}</FormProvider>
    </Context>
  )
}

export function useContent(): ContentForm {
  const content = useContext(Context)
  if (!content) throw new Error('There is no form around.')
  return content
}

/** Disables the fields for users who may not write this kind. */
export function Writable({ children }: { children: ReactNode }) {
  const { mayWrite } = useContent()
  return (
    <fieldset disabled={!mayWrite} className="contents">
      {children}
    </fieldset>
  )
}

/** The labels of a kind's fields and texts: `fields.accounts_of.name` for `fields.accounts.0.name`. */
export function useNames() {
  const { studio } = useContent()
  const { t } = useTranslation(studio.words)
  const { t: words } = useTranslation('studio')
  const key = (names: readonly string[]) => names.filter((name) => !/^\d+$/.test(name)).join('_of.')
  const fieldName = (path: string) => t(`fields.${key(path.split('.'))}`)
  return {
    t,
    fieldName,
    textName: (name: string) => t(`texts.${name}`),
    /** The label of a path in the document: `Comptes 1 · Dépôt minimum`, `Titre · EN`. */
    placeName: (path: string): string => {
      const [part, ...names] = path.split('.')
      if (part === 'texts')
        return [names[1] && t(`texts.${names[1]}`), names[0]?.toUpperCase()].filter(Boolean).join(' · ')
      const found = names.flatMap((name, place) => {
        if (/^\d+$/.test(name) || name === 'value') return []
        const number = /^\d+$/.test(names[place + 1] ?? '') ? ` ${Number(names[place + 1]) + 1}` : ''
        const fact = FACT_PARTS.find((one) => one === name)
        return `${fact ? words(`fact.${fact}`) : t(`fields.${key(names.slice(0, place + 1))}`)}${number}`
      })
      return found.join(' · ') || path
    },
  }
}

const FACT_PARTS = ['source', 'source_url', 'read_on', 'valid_days'] as const
