import { EndPage } from './end-page.tsx'

export default function CancelScreen() {
  return <EndPage purpose="cancel" />
}
