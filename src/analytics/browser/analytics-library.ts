import { hearHappenings } from '#app/shell/browser/happenings.ts'
import { browserTime } from '#cart/browser/browser-time.ts'
import { pageFlagsNow } from '#experiment/browser/page-flags.ts'
import { collectedFields } from '../rules/destinations.ts'
import type { DisclosedField } from '../rules/destinations.ts'
import { orderMessageId } from '../rules/tracking-plan.ts'
import {
  anonymousId,
  consentNow,
  forgetAnalytics,
  forgetAnonymousId,
  keepNote,
  keptNote,
} from './browser-ground.ts'
import { cartChanges, forgetCart, startCartWatch, startsCheckout } from './cart-watch.ts'
import { keepArrival } from './kept-campaign.ts'
import { followIdentity, identityTraits } from './member-identity.ts'
import { watchPage } from './page-marks.ts'
import type { PageMark } from './page-marks.ts'
import { createTracker } from './tracker.ts'
import type { Tracker } from './tracker.ts'

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

const viewPage = ({ page }: Tracker): void => {
  const from = hostOf(document.referrer)
  page(document.title, { path: location.pathname, referrer: from === location.host ? '' : from })
}

/** Once for each order: also a later visit to its page tells nothing new. */
const completeOrder = ({ track }: Tracker, { properties }: PageMark): void => {
  forgetCart()
  const order = String(properties['order_id'])
  if (keptNote('order') === order) return
  keepNote('order', order)
  track({ event: 'Order Completed', properties }, orderMessageId(order))
}

/** Events that pages tell by a mark, as they stand there. */
const markedEvents = ['Product Viewed', 'Product List Viewed', 'Cart Viewed', 'Site Down'] as const

const tellMark = (tracker: Tracker, mark: PageMark, isNew: boolean): void => {
  const { event, properties, cart } = mark
  for (const change of cartChanges(cart)) tracker.track(change)
  if (event === 'Order Completed') completeOrder(tracker, mark)
  else if (event === 'Checkout Started') {
    if (isNew && startsCheckout(cart)) tracker.track({ event, properties })
  } else {
    const marked = markedEvents.find((name) => name === event)
    if (isNew && marked) tracker.track({ event: marked, properties })
  }
}

const viewExperiments = ({ track }: Tracker): void => {
  for (const [name, variant] of Object.entries(pageFlagsNow().experiments)) {
    const note = `experiment.${name}`
    if (keptNote(note) === variant) continue
    keepNote(note, variant)
    const properties = { experiment_name: name, variation_name: variant }
    track({ event: 'Experiment Viewed', properties }, `experiment-${anonymousId()}-${name}-${variant}`)
  }
}

const buttonValue = ({ submitter }: SubmitEvent): string =>
  submitter instanceof HTMLButtonElement ? submitter.value : ''

const couponForm = /^[a-z0-9_-]{1,40}$/i

/** Forms whose sending is an event by itself. */
const tellSubmit = ({ track }: Tracker, event: SubmitEvent): void => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (
    form.getAttribute('action') === '/sign-out' ||
    (location.pathname === '/sign-out' && form.method === 'post')
  )
    track({ event: 'Logout', properties: { path: location.pathname } })
  const code = new FormData(form).get('promo_code')
  if (buttonValue(event) === 'apply-code' && typeof code === 'string' && couponForm.test(code.trim()))
    track({ event: 'Coupon Entered', properties: { coupon_name: code.trim() } })
}

const submitEmail = async ({ identify, track }: Tracker, email: string, hashes: boolean): Promise<void> => {
  const typed = email.trim().toLowerCase()
  const path = location.pathname
  const traits = { email: typed, ...(hashes ? await identityTraits(typed) : {}) }
  identify(traits)
  track({ event: 'Email Submitted', properties: { ...traits, path } })
}

const identifyMember = async ({ identify }: Tracker, hashes: boolean): Promise<void> => {
  if (followIdentity() === 'identify') identify(hashes ? await identityTraits(null) : {})
}

type May = (field: DisclosedField) => boolean

const start = async (may: May, session: Promise<void>): Promise<void> => {
  const { search, hostname: host } = location
  keepArrival({ search, host, now: browserTime(), may })
  if (!may('visit')) forgetAnonymousId()
  await session.catch(() => undefined)
  const tracker = createTracker(consentNow)
  startCartWatch()
  await identifyMember(tracker, may('hashes'))
  watchPage({
    opened: () => viewPage(tracker),
    told: (mark, isNew) => tellMark(tracker, mark, isNew),
  })
  if (may('visit')) viewExperiments(tracker)
  document.addEventListener('submit', (event) => tellSubmit(tracker, event))
  hearHappenings(({ email }) => void submitEmail(tracker, email, may('hashes')))
  addEventListener('online', () => void tracker.queue.look())
  addEventListener('pagehide', tracker.queue.leave)
  await tracker.queue.look()
}

/** Begins to count, as far as the visitor allows it; without any consent that counts, forgets what there was. */
export const startAnalyticsLibrary = async (session: Promise<void>): Promise<void> => {
  const groups = consentNow()
  const fields = groups && collectedFields(groups)
  if (fields) await start((field) => fields.includes(field), session)
  else forgetAnalytics()
}
