import { inPageLanguage, pagePath } from '#ui/browser/page-address.ts'
import { onVisitorEvent } from '#ui/browser/visitor-events.ts'
import { browserTime } from '#cart/browser/browser-time.ts'
import { currentPageFlags } from '#experiment/browser/page-flags.ts'
import { collectedFields } from '../rules/destinations.ts'
import type { DisclosedField } from '../rules/destinations.ts'
import { orderMessageId } from '../rules/tracking-plan.ts'
import {
  anonymousId,
  currentConsent,
  forgetAnalytics,
  forgetAnonymousId,
  storeItem,
  storedItem,
} from './browser-storage.ts'
import { cartChanges, forgetCart, initializeCartSnapshot, startsCheckout } from './cart-watch.ts'
import { storeArrival } from './stored-campaign.ts'
import { syncIdentity, identityTraits } from './member-identity.ts'
import { watchPage } from './page-marks.ts'
import type { PageMark } from './page-marks.ts'
import { createTracker } from './tracker.ts'
import type { Tracker } from './tracker.ts'

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

const trackPage = ({ page }: Tracker): void => {
  const from = hostOf(document.referrer)
  page(document.title, { path: location.pathname, referrer: from === location.host ? '' : from })
}

/** Once for each order: a later visit to its page is not an event. */
const trackOrder = ({ track }: Tracker, { properties }: PageMark): void => {
  forgetCart()
  const order = String(properties['order_id'])
  if (storedItem('order') === order) return
  storeItem('order', order)
  track({ event: 'Order Completed', properties }, orderMessageId(order))
}

/** Events that pages mark in their HTML. */
const markedEvents = ['Product Viewed', 'Product List Viewed', 'Cart Viewed', 'Site Down'] as const

const trackMark = (tracker: Tracker, mark: PageMark, isNew: boolean): void => {
  const { event, properties, cart } = mark
  for (const change of cartChanges(cart)) tracker.track(change)
  if (event === 'Order Completed') trackOrder(tracker, mark)
  else if (event === 'Checkout Started') {
    if (isNew && startsCheckout(cart)) tracker.track({ event, properties })
  } else {
    const marked = markedEvents.find((name) => name === event)
    if (isNew && marked) tracker.track({ event: marked, properties })
  }
}

const trackExperiments = ({ track }: Tracker): void => {
  for (const [name, variant] of Object.entries(currentPageFlags().experiments)) {
    const key = `experiment.${name}`
    if (storedItem(key) === variant) continue
    storeItem(key, variant)
    const properties = { experiment_name: name, variation_name: variant }
    track({ event: 'Experiment Viewed', properties }, `experiment-${anonymousId()}-${name}-${variant}`)
  }
}

const buttonValue = ({ submitter }: SubmitEvent): string =>
  submitter instanceof HTMLButtonElement ? submitter.value : ''

const couponPattern = /^[a-z0-9_-]{1,40}$/i

/** Forms whose submit is an event. */
const trackSubmit = ({ track }: Tracker, event: SubmitEvent): void => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (
    form.getAttribute('action') === inPageLanguage('/sign-out') ||
    (pagePath() === '/sign-out' && form.method === 'post')
  )
    track({ event: 'Logout', properties: { path: location.pathname } })
  const code = new FormData(form).get('promo_code')
  if (buttonValue(event) === 'apply-code' && typeof code === 'string' && couponPattern.test(code.trim()))
    track({ event: 'Coupon Entered', properties: { coupon_name: code.trim() } })
}

const submitEmail = async ({ identify, track }: Tracker, email: string, hashes: boolean): Promise<void> => {
  const normalizedEmail = email.trim().toLowerCase()
  const path = location.pathname
  const traits = { email: normalizedEmail, ...(hashes ? await identityTraits(normalizedEmail) : {}) }
  identify(traits)
  track({ event: 'Email Submitted', properties: { ...traits, path } })
}

const identifyMember = async ({ identify }: Tracker, hashes: boolean): Promise<void> => {
  if (syncIdentity() === 'identify') identify(hashes ? await identityTraits(null) : {})
}

type IsAllowed = (field: DisclosedField) => boolean

const start = async (isAllowed: IsAllowed, session: Promise<void>): Promise<void> => {
  const { search, hostname: host } = location
  storeArrival({ search, host, now: browserTime(), isAllowed })
  if (!isAllowed('visit')) forgetAnonymousId()
  await session.catch(() => undefined)
  const tracker = createTracker(currentConsent)
  initializeCartSnapshot()
  await identifyMember(tracker, isAllowed('hashes'))
  watchPage({
    onPage: () => trackPage(tracker),
    onMark: (mark, isNew) => trackMark(tracker, mark, isNew),
  })
  if (isAllowed('visit')) trackExperiments(tracker)
  document.addEventListener('submit', (event) => trackSubmit(tracker, event))
  onVisitorEvent(({ email }) => void submitEmail(tracker, email, isAllowed('hashes')))
  addEventListener('online', () => void tracker.queue.check())
  addEventListener('pagehide', tracker.queue.leave)
  await tracker.queue.check()
}

/** Begins to count, as far as the visitor allows it; without any consent that counts, forgets what there was. */
export const startAnalyticsLibrary = async (session: Promise<void>): Promise<void> => {
  const groups = currentConsent()
  const fields = groups && collectedFields(groups)
  if (fields) await start((field) => fields.includes(field), session)
  else forgetAnalytics()
}
