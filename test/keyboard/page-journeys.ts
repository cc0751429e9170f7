import type { Journey } from './journey.ts'
import {
  expectAddress, button, goThrough, expectHidden, key, link, press, expectVisible, expectFocused, summary,
} from './steps.ts' // prettier-ignore

/** Also one of the tests of every day. */
export const throughProduct: Journey = {
  name: 'the Tab key moves through a product page to its end',
  from: '/daily-synbiotic',
  steps: () => [goThrough],
}

/** Ways around pages, on which nothing is bought. */
export const pageJourneys: readonly Journey[] = [
  {
    name: 'a header menu opens, closes and leads to a page',
    from: '/science',
    only: 1440,
    steps: () => [
      press(summary('Shop', 'banner')),
      expectVisible(link(/^VS-01/, 'banner')),
      key('Escape'),
      expectHidden(link(/^VS-01/, 'banner')),
      expectFocused(summary('Shop', 'banner')),
      press(summary('Cultured', 'banner')),
      press(link(/^Cultured/, 'banner')),
      expectAddress(/\/cultured$/),
    ],
  },
  {
    name: 'the drawer opens, traps the focus, closes and leads to a page',
    from: '/science',
    only: 390,
    steps: () => [
      press(button('Open menu', 'banner')),
      press(summary('Science', 'dialog')),
      expectVisible(link('Microbiome', 'dialog')),
      key('Escape'),
      expectHidden(link('Microbiome', 'dialog')),
      expectFocused(button('Open menu', 'banner')),
      press(button('Open menu', 'banner')),
      press(button('Close menu', 'dialog')),
      expectFocused(button('Open menu', 'banner')),
      press(button('Open menu', 'banner')),
      press(link(/Vaginal/, 'dialog')),
      expectAddress(/\/vaginal-synbiotic$/),
    ],
  },
  throughProduct,
  {
    name: 'the questions and answers of a product open and close',
    from: '/daily-synbiotic',
    steps: () => [
      press(summary('How to take')),
      expectHidden((page) => page.locator('main details[open] summary', { hasText: 'How to take' })),
      press(summary('How to take')),
      expectVisible((page) => page.locator('main details[open] summary', { hasText: 'How to take' })),
    ],
  },
]
