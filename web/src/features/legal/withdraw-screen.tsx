import { EndPage } from './end-page.tsx'

export default function WithdrawScreen() {
  return <EndPage purpose="withdraw" />
}
