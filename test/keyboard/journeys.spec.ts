import { test } from '../browser/running-shop.ts'
import { accountJourneys } from './account-journeys.ts'
import { leavingJourneys } from './leaving-journeys.ts'
import { runJourney } from './run-journey.ts'
import { shopJourneys } from './shop-journeys.ts'
import { steeringJourneys } from './steering-journeys.ts'

for (const journey of [...shopJourneys, ...accountJourneys, ...steeringJourneys, ...leavingJourneys]) {
  test(journey.name, async ({ page, viewport }) => {
    test.skip(journey.only !== undefined && journey.only !== viewport?.width, 'made at the other width')
    await runJourney(page, journey)
  })
}
