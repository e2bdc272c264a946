import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Later } from '#ui/later.tsx'

const Life = lazyPart(() => import('./data-sections.tsx').then(({ Life }) => ({ default: Life })))
const Calculator = lazyPart(() =>
  import('./data-sections.tsx').then(({ Calculator }) => ({ default: Calculator })),
)
const Compare = lazyPart(() => import('./data-sections.tsx').then(({ Compare }) => ({ default: Compare })))
const Learn = lazyPart(() => import('./still-sections.tsx').then(({ Learn }) => ({ default: Learn })))
const Rest = lazyPart(() => import('./still-sections.tsx').then(({ Rest }) => ({ default: Rest })))

/** The home page below its first view, in parts that hydrate as the visitor reaches them. */
export function BelowHero() {
  return (
    <>
      <Later fallback={<div className="min-h-dvh" />}>
        <Life />
      </Later>
      <Later fallback={<div className="min-h-dvh" />}>
        <Learn />
      </Later>
      <Later fallback={<div className="min-h-dvh" />}>
        <Calculator />
      </Later>
      <Later fallback={<div className="min-h-dvh" />}>
        <Compare />
      </Later>
      <Later fallback={<div className="min-h-dvh" />}>
        <Rest />
      </Later>
    </>
  )
}
