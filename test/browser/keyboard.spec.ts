import { runJourney } from '../keyboard/run-journey.ts'
import { windows } from '../keyboard/windows.ts'
import { throughProduct } from '../keyboard/page-journeys.ts'
import { guestPurchase } from '../keyboard/shop-journeys.ts'
import { skipAndUndo } from '../keyboard/subscription-journeys.ts'
import { test } from './running-shop.ts'

// `npm run keyboard` makes all the other journeys, too.
for (const viewport of windows) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })

    for (const journey of [guestPurchase, throughProduct, skipAndUndo])
      test(journey.name, ({ page }) => runJourney(page, journey))
  })
}
