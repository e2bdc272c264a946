import { LegalPage } from './legal-page.tsx'

export default function RiskScreen() {
  return <LegalPage document="risk" />
}
