import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import type { Journey } from './journey.ts'
import { follow } from './mailed.ts'
import { pageJourneys } from './page-journeys.ts'
import {
  expectAddress, button, cardField, checkbox, field, expectHidden, link, pick, press, radio, see, select, expectFocused, toggle, seeConfirmation, type,
} from './steps.ts' // prettier-ignore
import type { Step } from './steps.ts'

const year = (new Date().getFullYear() + 4) % 100

/** From the checkout to the thanks. */
const pay = (email: string): readonly Step[] => [
  type(field('Email'), email),
  type(field('Full name'), 'Mara Ito'),
  type(field('Address'), '1 Alder Way'),
  type(field('City'), 'Portland'),
  type(field('Zip code'), '97201'),
  type(cardField('Card number'), testCardNamed('approve').number),
  type(cardField('Expiry'), `12${year}`),
  type(cardField('Security code'), '123'),
  press(button(/^Place order/)),
  expectAddress(/\/thank-you/),
  see('Thank you'),
]

/** Also one of the tests of every day. */
export const guestPurchase: Journey = {
  name: 'a guest buys by keyboard alone',
  from: '/daily-synbiotic',
  steps: (email) => [
    // The first stop leads past the header.
    press((page) => page.locator('a[href="#main"]')),
    pick(radio(/^Refill/)),
    press(button(/Start Now/)),
    expectAddress(/\/cart$/),
    press(button(/Continue to Checkout/)),
    expectAddress(/\/checkout$/),
    ...pay(email),
  ],
}

const buying: readonly Journey[] = [
  guestPurchase,
  {
    name: 'a buyer chooses for whom a product is, and buys',
    from: '/get-started',
    steps: (email) => [
      pick(radio(/VS-01/)),
      press(button(/Start Now/)),
      expectAddress(/\/cart$/),
      press(button(/^One more/)),
      see('$79.98'),
      press(button(/^One fewer/)),
      see('$39.99'),
      press(button(/Continue to Checkout/)),
      expectAddress(/\/checkout$/),
      ...pay(email),
    ],
  },
  {
    name: 'a wrong code is refused in the cart, and a valid code is applied and removed',
    from: '/cart?cart=syn-wk',
    steps: () => [
      type(field('Enter promo code'), 'NOTHING'),
      press(button('Apply')),
      see('Invalid promo code'),
      type(field('Enter promo code'), 'WELCOME10'),
      press(button('Apply')),
      see('$39.99'),
      press(button(/^Remove promo code/)),
      see('$49.99'),
      press(button(/^Remove DS-01/)),
      see('Your cart is empty'),
    ],
  },
  {
    name: 'a refused form leads to its fields',
    from: '/practitioners',
    steps: () => [
      press(button('Send')),
      see('Kindly answer the question about health certification.'),
      press(link(/last name/)),
      expectFocused(field('Last name')),
    ],
  },
]

const giving: readonly Journey[] = [
  {
    name: 'a gift is bought and claimed',
    from: '/gift',
    steps: (email) => [
      press(button(/Start Now|Add it to your cart/)),
      type(field('Their name'), 'Nell'),
      type(field('Their email'), `for-${email}`),
      type(field('Your message'), 'Good soil to you.'),
      press(button(/Continue to Checkout/)),
      ...pay(email),
      follow(`for-${email}`, /\/gift\/claim\/[^\s)]+/),
      type(field('First name'), 'Nell'),
      type(field('Last name'), 'Ito'),
      type(field('Address'), '1 Alder Way'),
      type(field('City'), 'Portland'),
      select(field('State'), 'Oregon'),
      type(field('Zip code'), '97201'),
      press(button('Send it to me')),
      see('It’s on its way to you'),
    ],
  },
]

const answering: readonly Journey[] = [
  {
    name: 'the quiz leads to its outcome',
    from: '/is-ds01-right-for-you',
    steps: () => [
      pick(radio('General wellness')),
      press(button('Next question')),
      pick(radio('Every day, like clockwork')),
      press(button('Next question')),
      press(link('Back')),
      see('How predictable'),
      press(button('Next question')),
      pick(radio('Ten to thirty')),
      press(button('Next question')),
      pick(radio('None of these')),
      press(button('See my result')),
      see('The code is'),
      press(button(/.+/)),
      expectAddress(/promo_code=/),
    ],
  },
  {
    name: 'the newsletter form of the footer refuses a wrong address and accepts a valid one',
    from: '/science',
    steps: (email) => [
      type(field('Email', 'contentinfo'), 'mara'),
      press(button('Sign Up', 'contentinfo')),
      async ({ page }) => page.getByText('Kindly enter a valid email address.').waitFor(),
      type(field('Email', 'contentinfo'), email),
      press(button('Sign Up', 'contentinfo')),
      async ({ page }) => page.getByText('Email in. Thank you.').filter({ visible: true }).waitFor(),
    ],
  },
]

const consenting: readonly Journey[] = [
  {
    name: 'all consent is refused in the banner and changed later',
    from: '/science',
    prepare: (page) => page.context().clearCookies(),
    steps: () => [
      press(button('Decline all', 'region')),
      expectHidden(button('Decline all', 'region')),
      press(link('Consent Preferences', 'contentinfo')),
      expectAddress(/\/consent$/),
      toggle(checkbox(/C0002|Performance|visits/i)),
      press(button('Save choices')),
      seeConfirmation('Your choices are saved.'),
    ],
  },
]

const withdrawal: readonly Journey[] = [
  {
    name: 'a guest withdraws an order',
    from: '/cart?cart=syn-wk',
    steps: (email) => [
      press(button(/Continue to Checkout/)),
      ...pay(email),
      async ({ page }) => {
        const number = /L[A-Z0-9]{9}/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
        await page.goto(`/withdraw#${number}`)
      },
      async (keyboard) => type(field('Order number'), new URL(keyboard.page.url()).hash.slice(1))(keyboard),
      type(field('Email'), email),
      press(button('Find the order')),
      see('It hasn’t shipped'),
      press(button('Cancel this order')),
      see('is canceled'),
    ],
  },
]

/** What people do without an account. */
export const shopJourneys: readonly Journey[] = [
  ...buying,
  ...giving,
  ...answering,
  ...consenting,
  ...withdrawal,
  ...pageJourneys,
]
