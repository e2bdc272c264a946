import { LegalPage } from './legal-page.tsx'

export default function TermsScreen() {
  return <LegalPage document="terms" />
}
