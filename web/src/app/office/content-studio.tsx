import { StudioScreen } from '#studio/studio-screen.tsx'
import { STUDIOS } from './studios.ts'

export default function ContentStudio() {
  return <StudioScreen studios={STUDIOS} />
}
