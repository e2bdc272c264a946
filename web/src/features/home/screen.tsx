import { Navigate } from 'react-router'
import { mayBeSignedIn } from '#lib/session-key.ts'
import { CalculatorSection } from './calculator-section.tsx'
import { CompareSection } from './compare-section.tsx'
import { FaqSection } from './faq-section.tsx'
import { HeroSection } from './hero-section.tsx'
import { LearnSection } from './learn-section.tsx'
import { LifeSection } from './life-section.tsx'
import { RiskSection } from './risk-section.tsx'

/** The public front page. Members have no use for it: they go on to the signals. */
export default function HomeScreen() {
  if (mayBeSignedIn()) return <Navigate to="/signaux" replace />
  return (
    <>
      <HeroSection />
      <LifeSection />
      <LearnSection />
      <CalculatorSection />
      <CompareSection />
      <FaqSection />
      <RiskSection />
    </>
  )
}
