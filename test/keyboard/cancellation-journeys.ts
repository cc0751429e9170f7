import type { Journey } from './journey.ts'
import { list, open, undo } from './subscription-journeys.ts'
import { expectAddress, button, link, pick, press, radio, seeConfirmation } from './steps.ts'

const withOffer: Journey['prepare'] = async (page) => {
  await page.request.put('/account/user-experiment/retention_offer', { data: { variant: 'offer' } })
}

/** How members leave, and come back. */
export const leavingJourneys: readonly Journey[] = [
  {
    name: 'a subscription is canceled, and the cancellation is undone',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Cancel subscription')),
      press(button('Cancel now')),
      seeConfirmation('Canceled.'),
      ...undo,
    ],
  },
  {
    name: 'a retention offer is accepted and undone',
    who: 'june',
    from: list,
    prepare: withOffer,
    steps: () => [
      open('VS-01'),
      press(link('Cancel subscription')),
      pick(radio('I have more than I need')),
      press(link('Skip the next order')),
      press(button(/^Skip/)),
      seeConfirmation('Skipped your '),
      ...undo,
    ],
  },
  {
    name: 'a subscription is canceled with a reason and a text, and reactivated',
    who: 'june',
    from: list,
    steps: () => [
      open('VS-01'),
      press(link('Cancel subscription')),
      pick(radio('Something else')),
      press(button('Cancel now')),
      seeConfirmation('Canceled.'),
      press(link('Start again, VS-01')),
      press(button(/^Start again/)),
      seeConfirmation('Started again'),
      expectAddress(/\/account\/subscriptions\//),
    ],
  },
]
