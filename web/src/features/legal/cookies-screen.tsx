import { LegalPage } from './legal-page.tsx'
import { ReferralChoice } from './referral-choice.tsx'

export default function CookiesScreen() {
  return <LegalPage document="cookies" controls={{ referral: <ReferralChoice /> }} />
}
