import { changeBilling } from '#payment/endpoints.ts'
import { changeSubscription, previewChange, type ChangeReply } from '#subscription/change/change-endpoints.ts'
import { actionRefusalMessage } from '#subscription/record/rules/action-refusal.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { dateIn } from '#shared/dates.ts'
import { brand } from '#shared/brand.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { callAs } from '../simulation/people.ts'
import { places } from '../support/places.ts'
import { withoutClaims, toActionResult, type Action, type Outcomes, type ActionContext } from './action.ts'
import { atAnotherBrowser } from './fixture.ts'
import { renewalOrders, type RenewalOrder } from './renewal-orders.ts'

type Change = PayloadInput<typeof changeSubscription>['change']

/** The renewal orders that came after an actor got an answer, and that were not refunded. */
const ordersSince = async (
  { pool, fixture }: Outcomes,
  before: readonly RenewalOrder[],
): Promise<RenewalOrder[]> =>
  (await renewalOrders(pool, fixture.subscriptionId)).filter(
    ({ number, cents, refundedCents }) =>
      refundedCents < cents && !before.some((known) => known.number === number),
  )

/** What Ada knows of renewals when her answer comes: the ones she can see, and the one that the answer names. */
export const knownAt = async ({ pool, fixture }: ActionContext): Promise<readonly RenewalOrder[]> =>
  renewalOrders(pool, fixture.subscriptionId)

type NamedCharge = Pick<ChangeReply, 'charge_in_flight'>

const isNamed = (reply: NamedCharge): boolean => reply.charge_in_flight !== null

const wrote = (order: RenewalOrder): string => `${order.number} of ${order.cents} for ${order.plans.join()}`

/** Each order that came after the answer was named by it, or is as the change says. */
export const isOnlyAsReported =
  (before: readonly RenewalOrder[], reply: NamedCharge, isAsChanged: (order: RenewalOrder) => boolean) =>
  async (outcomes: Outcomes): Promise<readonly string[]> => {
    const others = (await ordersSince(outcomes, before)).filter((order) => !isAsChanged(order))
    return others.slice(isNamed(reply) ? 1 : 0).map((order) => `Ada was not told of ${wrote(order)}`)
  }

const changes = (
  name: string,
  changeOn: (today: Temporal.PlainDate) => Change,
  isAsChanged: (order: RenewalOrder) => boolean,
): Action => ({
  name,
  run: async (scene) => {
    const { shop, fixture } = scene
    const ada = atAnotherBrowser(fixture.ada)
    const id = fixture.subscriptionId
    const change = changeOn(dateIn(shop.outside.clock.now(), brand.timeZone))
    const seen = await callAs(shop, ada, previewChange, { id, change })
    if (seen.kind !== 'answered')
      return withoutClaims(`preview: ${seen.kind === 'refused' ? seen.code : 'interrupted'}`)
    const made = await callAs(shop, ada, changeSubscription, {
      id,
      change,
      token: seen.answer.token,
      request_id: `request-${name}`,
    })
    const before = await knownAt(scene)
    return toActionResult(made, (reply) => ({
      summary: 'done',
      falseClaims: isOnlyAsReported(before, reply, isAsChanged),
    }))
  },
})

/** After these no order of today may come at all. */
const never = (): boolean => false

/** The cards that a subscription was given, the last one last; each change names its card. */
const cardsGiven = async ({ pool, fixture }: Outcomes): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ last4: string }>(
    `select m.last4 from subscription_change c join payment_method m on m.id = (c.after ->> 'paymentMethodId')::uuid
     where c.subscription_id = $1 and c.action = 'change-payment-method' order by c.version`,
    [fixture.subscriptionId],
  )
  return rows.map(({ last4 }) => last4)
}

/** Ada brings a card for all her subscriptions; what its answer says of the one that is due has to come true. */
const bringsCard = (name: string, testCard: TestCardName, last4: string): Action => ({
  name,
  run: async (scene) => {
    const { shop, fixture } = scene
    const card = { token: await shop.outside.tokenFor(testCard) }
    const saved = await callAs(shop, atAnotherBrowser(fixture.ada), changeBilling, {
      card,
      all_subscriptions: true,
      request_id: `request-${name}`,
    })
    const before = await knownAt(scene)
    return toActionResult(saved, (reply) => ({
      summary: reply.status,
      falseClaims: async (outcomes) => {
        const { subscriptionId: id } = fixture
        const isWaiting = reply.waiting.some((one) => one.subscription_id === id)
        const isNamed = isWaiting || reply.subscription_ids.includes(id)
        const { rows } = await outcomes.pool.query<{ state: string; last4: string }>(
          `select s.state, m.last4 from subscription s join payment_method m on m.id = s.payment_method_id
           where s.id = $1`,
          [id],
        )
        const [subscription] = rows
        // A canceled subscription needs no card, and a card that the processor has not saved yet pays for nothing
        // yet.
        const needsNone = subscription?.state === 'canceled' || reply.status === 'pending'
        const isReplaced = reply.refused.some(
          ({ detail }) => detail === actionRefusalMessage('card-replaced'),
        )
        if (isReplaced) return subscription?.last4 === last4 ? ['the card pays, and was said not to'] : []
        if (!isNamed) return needsNone ? [] : ['the answer does not say what pays']
        const given = await cardsGiven(outcomes)
        const isLast = given.at(-1) === subscription?.last4
        // Another card that was brought at the same time comes before or after this one.
        const wasReplaced = given.includes(last4) ? given.at(-1) !== last4 : isWaiting && given.length > 0
        const others = (await ordersSince(outcomes, before)).filter((order) => order.last4 !== last4)
        return [
          ...(isLast && (wasReplaced || subscription?.last4 === last4)
            ? []
            : [`${last4} does not pay in the end, but ${subscription?.last4}`]),
          // The charge that it waited for was named with its sum.
          ...(wasReplaced ? [] : others.slice(isWaiting ? 1 : 0)).map(
            (order) => `the old card paid ${wrote(order)}`,
          ),
        ]
      },
    }))
  },
})

const oakland = places.california

/** What a member does to the subscription that is due today. */
export const memberActions: readonly Action[] = [
  changes('cancel', () => ({ action: 'cancel' }), never),
  changes('skip', () => ({ action: 'skip' }), never),
  changes('pause', (today) => ({ action: 'pause', until: today.add({ days: 20 }).toString() }), never),
  changes('move', (today) => ({ action: 'move', on: today.add({ days: 9 }).toString() }), never),
  changes(
    'swap',
    () => ({ action: 'swap', plan_code: 'syn-rf' }),
    ({ plans }) => plans.join() === 'syn-rf',
  ),
  changes(
    'new address',
    () => ({ action: 'change-address', address: oakland }),
    ({ city }) => city === oakland.city,
  ),
  bringsCard('new card', 'mastercard', '4444'),
]

/** From another device at the same time. */
export const bringsOtherCard = bringsCard('other new card', 'amex', '0005')
