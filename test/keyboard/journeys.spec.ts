import { test } from '../browser/running-shop.ts'
import { accountJourneys } from './account-journeys.ts'
import { leavingJourneys } from './cancellation-journeys.ts'
import { runJourney } from './run-journey.ts'
import { shopJourneys } from './shop-journeys.ts'
import { subscriptionJourneys } from './subscription-journeys.ts'

for (const journey of [...shopJourneys, ...accountJourneys, ...subscriptionJourneys, ...leavingJourneys]) {
  const tag = journey.only === undefined ? [] : [`@${journey.only}`]
  test(journey.name, { tag }, ({ page }) => runJourney(page, journey))
}
