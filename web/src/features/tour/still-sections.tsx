import { FaqSection } from './faq-section.tsx'
import { RiskSection } from './risk-section.tsx'

/** The sections that are only text. */
export { LearnSection as Learn } from './learn-section.tsx'

export const Rest = () => (
  <>
    <FaqSection />
    <RiskSection />
  </>
)
