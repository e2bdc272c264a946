import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { CalculatorSection } from './calculator-section.tsx'
import { CompareSection } from './compare-section.tsx'
import { LifeSection } from './life-section.tsx'

/** The sections that read data, with their data cache. */
export const Life = () => (
  <QueryBoundary>
    <LifeSection />
  </QueryBoundary>
)

export const Calculator = () => (
  <QueryBoundary>
    <CalculatorSection />
  </QueryBoundary>
)

export const Compare = () => (
  <QueryBoundary>
    <CompareSection />
  </QueryBoundary>
)
