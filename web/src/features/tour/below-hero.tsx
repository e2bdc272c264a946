import { lazy } from 'react'
import { Later } from '#ui/later.tsx'

const Life = lazy(() => import('./data-sections.tsx').then(({ Life }) => ({ default: Life })))
const Calculator = lazy(() =>
  import('./data-sections.tsx').then(({ Calculator }) => ({ default: Calculator })),
)
const Compare = lazy(() => import('./data-sections.tsx').then(({ Compare }) => ({ default: Compare })))
const Learn = lazy(() => import('./still-sections.tsx').then(({ Learn }) => ({ default: Learn })))
const Rest = lazy(() => import('./still-sections.tsx').then(({ Rest }) => ({ default: Rest })))

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
