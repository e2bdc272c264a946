import { QueryBoundary } from '#lib/query-boundary.tsx'
import { CalculatorSection } from './calculator-section.tsx'
import { CompareSection } from './compare-section.tsx'
import { FaqSection } from './faq-section.tsx'
import { LearnSection } from './learn-section.tsx'
import { LifeSection } from './life-section.tsx'
import { RiskSection } from './risk-section.tsx'

/** What lies below the first view, fetched once that is drawn. */
export default function BelowHero() {
  return (
    <QueryBoundary>
      <LifeSection />
      <LearnSection />
      <CalculatorSection />
      <CompareSection />
      <FaqSection />
      <RiskSection />
    </QueryBoundary>
  )
}
