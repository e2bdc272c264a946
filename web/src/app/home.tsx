import { HomeScreen } from '#features/home/screen.tsx'
import { BelowHero } from '#features/tour/below-hero.tsx'

/** The first view, and the tour of the product below it, which brings its code and texts as one gets there. */
export default function Home() {
  return (
    <HomeScreen>
      <BelowHero />
    </HomeScreen>
  )
}
