import { LegalPage } from './legal-page.tsx'

export default function NoticeScreen() {
  return <LegalPage document="notice" />
}
