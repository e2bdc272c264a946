import { HomeScreen } from '#features/home/screen.tsx'
import { BelowHero } from '#features/tour/below-hero.tsx'

/** The first view, and below it the product tour, whose code and texts are fetched as the visitor scrolls to it. */
export default function Home() {
  return (
    <HomeScreen>
      <BelowHero />
    </HomeScreen>
  )
}
