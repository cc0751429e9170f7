import {
  declineDeskProblem,
  previewDeskProblemRefund,
  refundDeskProblem,
  reshipDeskProblem,
} from '#desk/problem-endpoints.ts'
import { closeDeskRefund, previewDeskRepeat, repeatDeskRefund } from '#desk/refused-refund-endpoints.ts'
import { previewDeskRefund, refundDeskOrder } from '#desk/endpoints.ts'
import { retryDeskRenewal } from '#desk/subscription-endpoints.ts'
import { reportProblem, viewProblems } from '#return/problem-endpoints.ts'
import { park } from '#subscription/renewal/server/park-failed.ts'
import { answersIn, arrives, rowsOf, sells } from './arrivals.ts'
import { byOneOrBoth, wordsOf, type StaffAction } from './order-actions.ts'
import { callIn, confirmAs, uuidOf, type Packing } from './packing.ts'
import { callAs, describeOutcome, outcomeOf, type Outcome } from './people.ts'

const logged = (log: string): StaffAction => ({ log, broken: [] })

const done = (): string => 'done'

/** Often two people have the same page open. */
const byOneOrTwo = <T>(packing: Packing, action: (own: Packing) => Promise<Outcome<T>>) =>
  byOneOrBoth(packing, action, 70)

/** Of two people who resolve the same thing with a form of their own, one may read that it is done. */
const doneTwice = (outcomes: readonly Outcome<unknown>[], what: string): readonly string[] =>
  answersIn(outcomes) > 1 ? [`${answersIn(outcomes)} people read that they ${what}`] : []

/** Somebody reports what a shipment has wrong: one that came or was lost before, or a large one of today. */
const receivesReport = async (packing: Packing): Promise<string> => {
  const { shop, random, people } = packing
  const before = await rowsOf<{ number: string; email: string }>(
    packing,
    `select distinct o.number, o.email from "order" o join shipment s on s.order_id = o.id
     where s.state in ('lost', 'delivered', 'returned-to-sender') and not s.is_reship order by 1`,
  )
  const buyer = random.oneOf(people)
  const lookup =
    before.length > 0 && random.isWithinPercent(40)
      ? random.oneOf(before)
      : (await arrives(packing, buyer, random.oneOf(['delivered', 'lost']))).order
  if (lookup === null) return 'hears of no problem'
  const person = people.find(({ email }) => email === lookup.email) ?? buyer
  const seen = await callAs(shop, person, viewProblems, lookup)
  if (seen.kind !== 'answered' || seen.answer.lines.length === 0) return 'hears of no problem'
  const { position, quantity } = random.oneOf(seen.answer.lines)
  const reported = await callAs(shop, person, reportProblem, {
    ...lookup,
    request_id: `heard-${random.intBelow(1_000_000_000)}`,
    kind: random.oneOf(['missing', 'wrong-item'] as const),
    wish: random.oneOf(['reship', 'refund'] as const),
    details: 'It is not there.',
    lines: [{ position, quantity: 1 + random.intBelow(quantity) }],
  })
  return `hears of a problem: ${describeOutcome(reported, ({ number, state }) => `${number} ${state}`)}`
}

/** What a report became, and what was refunded for it, by their own columns. */
const problemNow = async (packing: Packing, number: string) => {
  const [row] = await rowsOf<{ state: string; cents: number; reshipped: number }>(
    packing,
    `select p.state, coalesce(r.amount_cents + r.credit_cents, 0)::int as cents,
       (select count(*)::int from shipment s where s.id = p.shipment_id) as reshipped
     from order_problem p left join refund r on r.id = p.refund_id where p.number = '${number}'`,
  )
  return row ?? { state: 'gone', cents: 0, reshipped: 0 }
}

const refundsProblem = async (packing: Packing, number: string): Promise<StaffAction> => {
  const { shop, random } = packing
  const what = `refunds the report ${number}`
  const seen = await callIn(packing, previewDeskProblemRefund, { number })
  if (seen.kind !== 'answered') return logged(`${what}: ${describeOutcome(seen, done)}`)
  const { amount, action } = seen.answer
  const given = await byOneOrTwo(packing, async (own) => {
    const request_id = uuidOf(random)
    if (action !== null) await confirmAs(shop, own.staff, action)
    return callIn(own, refundDeskProblem, { number, request_id, amount })
  })
  const broken = [...doneTwice(given, `refunded the report ${number}`)]
  if (shop.isRunning() && answersIn(given) > 0) {
    const { state, cents } = await problemNow(packing, number)
    if (state !== 'refunded' || cents !== Math.round(Number(amount) * 100))
      broken.push(`${number} was refunded for ${amount}, and is ${state} with ${cents}`)
  }
  return { log: `${what}: ${wordsOf(given)}`, broken }
}

/** Refunds, sends again or declines a report; alone, or both people at the same moment. */
export const resolvesProblem = async (packing: Packing): Promise<StaffAction> => {
  const { shop, random } = packing
  const reports = (): Promise<readonly { number: string }[]> =>
    rowsOf(packing, `select number from order_problem where state = 'open' order by number`)
  const heard = (await reports()).length > 0 ? '' : await receivesReport(packing)
  const open = await reports()
  if (open.length === 0) return logged(heard)
  const { number } = random.oneOf(open)
  const kind = random.oneOf(['refund', 'reship', 'decline'] as const)
  if (kind === 'refund') return refundsProblem(packing, number)
  const form = { number, note: 'We looked into it.' }
  const acted = await byOneOrTwo(packing, (own) => {
    const request_id = uuidOf(random)
    return kind === 'reship'
      ? callIn(own, reshipDeskProblem, { ...form, request_id })
      : callIn(own, declineDeskProblem, { ...form, request_id })
  })
  const [verb, becomes] = kind === 'reship' ? ['sends', 'reshipped'] : ['declines', 'declined']
  const broken = [...doneTwice(acted, `resolved the report ${number}`)]
  if (shop.isRunning() && answersIn(acted) > 0) {
    const { state, reshipped, cents } = await problemNow(packing, number)
    if (state !== becomes || cents !== 0 || reshipped !== (kind === 'reship' ? 1 : 0))
      broken.push(`${number} was ${becomes}, and is ${state} with ${cents} and ${reshipped} shipments`)
  }
  return { log: `${verb} the report ${number}: ${wordsOf(acted)}`, broken }
}

/** Somebody buys with a card that takes nothing back, and staff refund a line of it. */
const isRefused = async (packing: Packing): Promise<string> => {
  const { random, people } = packing
  const person = random.oneOf(people)
  const { said, order } = await sells(packing, person, { plans: person.plans, card: 'refund-refused' })
  const what = `sells to a card that takes nothing back, who ${said}`
  if (order === null) return what
  const wanted = { number: order.number, units: [{ position: 0, quantity: 1 }] }
  const seen = await callIn(packing, previewDeskRefund, wanted)
  if (seen.kind !== 'answered') return `${what}, refund: ${describeOutcome(seen, done)}`
  const { amount } = seen.answer
  const form = { ...wanted, amount, reason: 'The lid was loose.', request_id: uuidOf(random) }
  return `${what}, refund: ${describeOutcome(await callIn(packing, refundDeskOrder, form), done)}`
}

/** A refused refund once more: to the card, as credit, or off the list, which is only for what nothing is left of. */
export const triesRefundAgain = async (packing: Packing): Promise<StaffAction> => {
  const { shop, random } = packing
  const waiting = (): Promise<readonly { id: string; number: string }[]> =>
    rowsOf(
      packing,
      `select r.id::text, o.number from refund r join "order" o on o.id = r.order_id
       where r.state = 'refused' and r.replaced_by is null order by o.number, r.requested_at, r.id`,
    )
  const sold = (await waiting()).length > 0 ? '' : await isRefused(packing)
  const refused = await waiting()
  if (refused.length === 0) return logged(sold)
  const { id, number } = random.oneOf(refused)
  const as_credit = random.isWithinPercent(50)
  const seen = await callIn(packing, previewDeskRepeat, { id, as_credit })
  const left = seen.kind === 'answered' ? Number(seen.answer.amount) : 0
  if (random.isWithinPercent(20) || (seen.kind === 'answered' && left === 0)) {
    const closed = await callIn(packing, closeDeskRefund, { id, request_id: uuidOf(random) })
    return {
      log: `takes a refused refund of ${number} off the list: ${describeOutcome(closed, done)}`,
      broken: closed.kind === 'answered' && left > 0 ? [`${left} of ${number} was taken off the list`] : [],
    }
  }
  const what = as_credit
    ? `gives a refused refund of ${number} as credit`
    : `tries a refund of ${number} again`
  if (seen.kind !== 'answered') return logged(`${what}: ${describeOutcome(seen, done)}`)
  const { amount, action } = seen.answer
  const given = await byOneOrTwo(packing, async (own) => {
    const request_id = uuidOf(random)
    if (action !== null) await confirmAs(shop, own.staff, action)
    return callIn(own, repeatDeskRefund, { id, as_credit, amount, request_id })
  })
  const broken = [...doneTwice(given, `gave a refund of ${number} once more`)]
  if (shop.isRunning() && answersIn(given) > 0) {
    const [now] = await rowsOf<{ cents: number; credit: number }>(
      packing,
      `select (n.amount_cents + n.credit_cents)::int as cents, n.credit_cents as credit
       from refund r join refund n on n.id = r.replaced_by where r.id = '${id}'`,
    )
    const cents = Math.round(left * 100)
    if (now?.cents !== cents || (as_credit && now.credit !== cents))
      broken.push(
        `${amount} of ${number} was given once more, and is ${now?.cents}, ${now?.credit} as credit`,
      )
  }
  return { log: `${what}: ${wordsOf(given)}`, broken }
}

interface ParkedRow {
  readonly id: string
  /** Cycles that were opened since. */
  readonly opened: number
}

/** The shop fails on a subscription, which is excluded from its due work as at the end of a failed batch. */
const isParked = async (packing: Packing): Promise<StaffAction> => {
  const { shop, random } = packing
  const live = await rowsOf<{ id: string; account_id: string }>(
    packing,
    `select id::text, account_id::text from subscription where state = 'active' order by id`,
  )
  if (live.length === 0) return logged('has no subscription to fail on')
  const { id, account_id: accountId } = random.oneOf(live)
  const failed = await outcomeOf(
    shop,
    park(shop.deps(), { id, accountId }, 'renewal', new Error('this row is broken')),
  )
  const said = `sees a renewal parked: ${describeOutcome(failed, done)}`
  if (!shop.isRunning() || random.isWithinPercent(50)) return logged(said)
  const moment = shop.outside.clock.now().add({ hours: 24 * 40 })
  await outcomeOf(shop, shop.travelTo(moment))
  shop.outside.moveTo(moment)
  return logged(said)
}

/** Takes a parked renewal up again; nothing of it was opened meanwhile. */
export const retriesRenewal = async (packing: Packing): Promise<StaffAction> => {
  const { shop, random } = packing
  const parked = await rowsOf<ParkedRow>(
    packing,
    `select p.subscription_id::text as id,
       (select count(*)::int from billing_cycle c where c.subscription_id = p.subscription_id
          and c.opened_at > p.parked_at) as opened
     from parked_subscription p order by 1`,
  )
  if (parked.length === 0) return isParked(packing)
  const { id, opened } = random.oneOf(parked)
  const retried = await byOneOrTwo(packing, (own) =>
    callIn(own, retryDeskRenewal, { id, request_id: uuidOf(random) }),
  )
  if (shop.isRunning()) await outcomeOf(shop, shop.runDueWork())
  return {
    log: `takes a parked renewal up again: ${wordsOf(retried)}`,
    broken: [
      ...doneTwice(retried, `took ${id} up again`),
      ...(opened > 0 ? [`${opened} orders of ${id} were opened while it was parked`] : []),
    ],
  }
}
