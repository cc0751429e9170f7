import { test } from '../browser/running-shop.ts'
import { accountJourneys } from './account-journeys.ts'
import { leavingJourneys } from './leaving-journeys.ts'
import { runJourney, windows } from './run-journey.ts'
import { shopJourneys } from './shop-journeys.ts'
import { steeringJourneys } from './steering-journeys.ts'

const journeys = [...shopJourneys, ...accountJourneys, ...steeringJourneys, ...leavingJourneys]

for (const viewport of windows) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })

    for (const journey of journeys) {
      if (journey.only !== undefined && journey.only !== viewport.width) continue
      test(journey.name, ({ page }) => runJourney(page, journey))
    }
  })
}
