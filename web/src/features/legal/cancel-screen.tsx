import { RequestPage } from './request-page.tsx'

export default function CancelScreen() {
  return <RequestPage document="cancel" />
}
