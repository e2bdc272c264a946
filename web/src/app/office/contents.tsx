import { ContentsScreen } from '#studio/list/contents-screen.tsx'
import { STUDIOS } from './studios.ts'

export default function Contents() {
  return <ContentsScreen studios={STUDIOS} />
}
