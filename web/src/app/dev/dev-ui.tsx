import { useEffect } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { Logo } from '#parts/brand/logo.tsx'
import { BigChart, DevCharts } from './dev-ui-charts.tsx'
import { DevChoices } from './dev-ui-choices.tsx'
import { DevContent } from './dev-ui-content.tsx'
import { DevControls } from './dev-ui-controls.tsx'
import { DevDates } from './dev-ui-dates.tsx'
import { DevFiles } from './dev-ui-files.tsx'
import { DevInputs } from './dev-ui-inputs.tsx'
import { DevStates } from './dev-ui-states.tsx'
import { DevTable } from './dev-ui-table.tsx'

const THEMES = ['dark', 'light'] as const
const PARTS = {
  controls: DevControls,
  inputs: DevInputs,
  choices: DevChoices,
  dates: DevDates,
  files: DevFiles,
  states: DevStates,
  table: DevTable,
  content: DevContent,
  charts: DevCharts,
}

/**
 * Every part of the design system in its states, in both themes on one page, for review and for the visual test. The address
 * may ask for fewer: `?theme=dark&part=table&part=charts`. Not part of the product: this page is not translated.
 */
export default function DevUi() {
  const [search] = useSearchParams()
  const asked = <T extends string>(name: string, all: readonly T[]) =>
    search.has(name) ? all.filter((one) => search.getAll(name).includes(one)) : all
  const parts = asked('part', Object.keys(PARTS) as (keyof typeof PARTS)[])
  useEffect(() => {
    document.title = 'Design system'
  }, [])
  return (
    <main lang="en">
      <header className="mx-auto flex h-16 max-w-312 items-center gap-4 px-4 md:px-6">
        <Logo name="Vigie" />
        <h1 className="text-16 font-semibold">Design system</h1>
      </header>
      {asked('theme', THEMES).map((theme) => (
        <section
          key={theme}
          data-theme={theme}
          className="bg-bg py-8 text-text"
          aria-label={`${theme} theme`}
        >
          <div className="mx-auto grid max-w-312 px-4 md:px-6">
            <h2 className="pb-6 text-28 font-semibold tracking-head first-letter:uppercase">{theme}</h2>
            {parts.map((name) => {
              const Part = PARTS[name]
              return <Part key={name} />
            })}
          </div>
        </section>
      ))}
      <section aria-label="Weight" className="mx-auto max-w-312 px-4 pb-16 md:px-6">
        <BigChart />
      </section>
    </main>
  )
}
