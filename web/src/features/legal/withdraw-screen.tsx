import { RequestPage } from './request-page.tsx'

export default function WithdrawScreen() {
  return <RequestPage document="withdraw" />
}
