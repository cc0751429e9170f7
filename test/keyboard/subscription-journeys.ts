import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import type { Journey } from './journey.ts'
import {
  button, cardField, field, link, pick, press, radio, see, select, expectFocused, seeConfirmation, type,
} from './steps.ts' // prettier-ignore
import type { Step } from './steps.ts'

export const list = '/account/subscriptions'

export const undo: readonly Step[] = [press(button('Undo')), seeConfirmation('Undone')]
/** As it is typed into a field for a date: month, day, year. */
const inFortyDays = (): string => {
  const [year = '', month = '', day = ''] = Temporal.Now.plainDateISO()
    .add({ days: 40 })
    .toString()
    .split('-')
  return `${month}${day}${year}`
}

const show = press(button(/preview$/i))

/** To the page of one subscription, where everything can be done with it. */
export const open = (product: string): Step => press(link(new RegExp(`^Manage, ${product}`)))

/** Also one of the tests of every day. */
export const skipAndUndo: Journey = {
  name: 'an order is skipped, and the skip is undone',
  who: 'june',
  from: list,
  steps: () => [
    press(link('Skip, VS-01')),
    press(button(/^Skip/)),
    seeConfirmation('Skipped your '),
    ...undo,
  ],
}

const skipping: readonly Journey[] = [
  skipAndUndo,
  {
    name: 'an order is skipped and restored',
    who: 'june',
    from: list,
    steps: () => [
      press(link('Skip, VS-01')),
      press(button(/^Skip/)),
      seeConfirmation('Skipped your '),
      press(link('Add back, VS-01')),
      press(button(/^Add back the/)),
      seeConfirmation('order is back on'),
    ],
  },
  {
    name: 'a one-time add-on is added, held, released and removed',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Add once, VS-01')),
      pick(radio(/Reset|VS-01/)),
      show,
      press(button(/^Add to/)),
      seeConfirmation('Added a one-time item'),
      press(link(/^Skip this time/)),
      press(button(/^Skip this item on/)),
      seeConfirmation('Skipped an item'),
      press(link(/^Add back [A-Z]/)),
      press(button(/^Add back on/)),
      seeConfirmation('Added an item back'),
      press(link(/^Remove [A-Z]/)),
      press(button(/^Remove from/)),
      seeConfirmation('Removed a one-time item'),
    ],
  },
]

const timing: readonly Journey[] = [
  {
    name: 'the next order is moved, and the move is undone',
    who: 'june',
    from: list,
    steps: () => [
      press(link('Change date, VS-01')),
      type(field('New date'), '01012040'),
      show,
      expectFocused((page) => page.getByRole('alert').filter({ hasText: 'Please choose an earlier date' })),
      type(field('New date'), inFortyDays),
      show,
      press(button(/^Move to/)),
      seeConfirmation('Moved your next order'),
      ...undo,
    ],
  },
  {
    name: 'an immediate order is placed',
    who: 'mara',
    from: list,
    steps: () => [
      open('DS-01'),
      press(link('Order now, DS-01')),
      press(button(/^Order now/)),
      seeConfirmation('Ordered early'),
    ],
  },
  {
    name: 'a subscription is paused and resumed',
    who: 'june',
    from: list,
    steps: () => [
      press(link('Pause, VS-01')),
      press(button(/^Pause/)),
      seeConfirmation('Paused'),
      press(link('Resume, VS-01')),
      press(button(/^Resume/)),
      seeConfirmation('Resumed'),
    ],
  },
]

const contents: readonly Journey[] = [
  {
    name: 'a product is swapped, and the swap is undone',
    who: 'june',
    from: list,
    steps: () => [
      press(link('Swap, VS-01')),
      show,
      see('Please choose a product.'),
      pick(radio(/PDS-08/)),
      show,
      press(button(/^Swap from/)),
      seeConfirmation('Swapped'),
      ...undo,
    ],
  },
  {
    name: 'the quantity is changed, and the change is undone',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Quantity, VS-01')),
      // With scripts what comes of a choice is shown at once.
      select(field('How many'), '2'),
      press(button(/^Change to 2/)),
      seeConfirmation('Changed the quantity from 1 to 2'),
      ...undo,
    ],
  },
  {
    name: 'the frequency is changed, and the change is undone',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Frequency, VS-01')),
      pick(radio(/Every 3 months/)),
      press(button(/^Change to every 3 months/)),
      seeConfirmation('Changed from monthly'),
      ...undo,
    ],
  },
  {
    name: 'a wrong code is refused, and a valid code is applied and undone',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Promo code, VS-01')),
      type(field('Promo code'), 'NOTHING'),
      show,
      see(/invalid/i),
      type(field('Promo code'), 'FOREVER15'),
      show,
      press(button(/^Use this code/)),
      seeConfirmation('Entered a promo code'),
      ...undo,
    ],
  },
]

const whereAndHow: readonly Journey[] = [
  {
    name: 'a wrong address is refused, a corrected one is saved, and the change is undone',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Edit the address')),
      type(field('City'), 'Portland'),
      select(field('State'), 'Oregon'),
      type(field('Zip code'), '97'),
      show,
      see('Kindly enter your zip code'),
      type(field('Zip code'), '97205'),
      show,
      press(button(/^Ship to this address/)),
      seeConfirmation('Changed the address'),
      ...undo,
    ],
  },
  {
    name: 'a new card is used for the subscription, and the change is undone',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Edit the card')),
      press(link('Another card')),
      type(cardField('Card number'), testCardNamed('approve').number),
      type(cardField('Expiry'), `12${(new Date().getFullYear() + 4) % 100}`),
      type(cardField('Security code'), '123'),
      pick(radio(/No subscription yet/)),
      press(button('Save card')),
      seeConfirmation('Your card is saved'),
      press(link('Subscriptions')),
      open('VS-01'),
      press(link('Edit the card')),
      pick(radio(/Card ending 4242/)),
      show,
      press(button(/^Pay with this card/)),
      seeConfirmation('Changed the card'),
      ...undo,
    ],
  },
]

/** What members do with their subscriptions. */
export const subscriptionJourneys: readonly Journey[] = [...skipping, ...timing, ...contents, ...whereAndHow]
