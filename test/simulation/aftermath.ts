import { sql } from 'kysely'
import { problemCommand } from '#return/commands/problem-command.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import { refundCommand } from '#refund/commands/refund-command.ts'
import { returnCommand } from '#return/commands/return-command.ts'
import { shipmentsCommand } from '#order/commands/shipment-commands.ts'
import type { Order } from '#order/server/orders.ts'
import type { Tx } from '#platform/app-deps.ts'
import { cancelReturn, requestReturn, viewReturns } from '#return/endpoints.ts'
import { receiveReturn } from '#return/server/received-returns.ts'
import { recordAction } from '#staff/server/audits.ts'
import { reportProblem, viewProblems } from '#return/problem-endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { ordersMailed } from '../support/invariants.ts'
import type { SeededRandom } from '../support/random.ts'
import { buy, callAs, describeOutcome, outcomeOf, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

interface Aftermath {
  readonly shop: SimulatedShop
  /** Its own, so that the life of a seed stays what it is. */
  readonly random: SeededRandom
  readonly person: Person
}

/** Cards whose bank disputes the payment, or asks about it, days later. */
const disputedCards = [
  'disputed',
  'not-received',
  'inquiry',
  'disputed-lost',
  'disputed-shuffled',
  'fraud-warning',
]

const newestOrder = ({ shop, person }: Aftermath): { number: string; email: string } | null => {
  const number = ordersMailed(shop.outside.mails.filter(({ to }) => to === person.email)).at(-1)
  return number === undefined ? null : { number, email: person.email }
}

const operates = async (
  { shop }: Aftermath,
  command: Parameters<SimulatedShop['runCommand']>[0],
  words: readonly string[],
): Promise<string> => {
  const what = `an operator runs ${command.name} ${words.join(' ')}`
  const run = shop.runCommand(command, words).catch((thrown: unknown) => {
    if (thrown instanceof OperatorRefusal) return [thrown.message]
    throw thrown
  })
  return `${what}: ${describeOutcome(await outcomeOf(shop, run), (lines) => lines[0] ?? 'nothing')}`
}

/** One column of rows of the shop's database, sorted by it. */
const column = async ({ shop }: Aftermath, query: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ value: string }>`${sql.raw(query)}`.execute(shop.deps().database)
  return rows.map(({ value }) => value).toSorted()
}

const returns = async (life: Aftermath): Promise<string> => {
  const { shop, random, person } = life
  const lookup = newestOrder(life)
  if (lookup === null) return 'has nothing to return'
  const seen = await callAs(shop, person, viewReturns, lookup)
  if (seen.kind !== 'answered' || seen.answer.lines.length === 0)
    return `can return nothing: ${describeOutcome(seen, ({ refusal }) => refusal?.reason ?? '')}`
  const open = seen.answer.returns.find(({ state }) => state === 'requested')
  if (open && random.isWithinPercent(25)) {
    const canceled = await callAs(shop, person, cancelReturn, { ...lookup, return_number: open.number })
    return `cancels ${open.number}: ${describeOutcome(canceled, () => 'done')}`
  }
  const { position, quantity } = random.oneOf(seen.answer.lines)
  const request = {
    ...lookup,
    request_id: `return-${random.intBelow(1_000_000_000)}`,
    reason: 'changed-mind' as const,
    lines: [{ position, quantity: 1 + random.intBelow(quantity) }],
  }
  // In two windows at once, now and then: the same return, or another one of the same thing.
  const other = random.isWithinPercent(50) ? request.request_id : `${request.request_id}-again`
  const windows = random.isWithinPercent(30) ? [request, { ...request, request_id: other }] : [request]
  const answers = await Promise.all(windows.map((each) => callAs(shop, person, requestReturn, each)))
  return `returns: ${answers.map((one) => describeOutcome(one, ({ number }) => number)).join(' and ')}`
}

const cancelsReturn = async (life: Aftermath): Promise<string> => {
  const { shop, random, person } = life
  const open = await column(
    life,
    `select r.number || ' ' || o.email as value from order_return r join "order" o on o.id = r.order_id
     where r.state = 'requested'`,
  )
  if (open.length === 0) return returns(life)
  const [number = '', email = ''] = random.oneOf(open).split(' ')
  const lookup = { number: number.replace(/-R\d+$/, ''), email, return_number: number }
  return `cancels ${number}: ${describeOutcome(await callAs(shop, person, cancelReturn, lookup), () => 'done')}`
}

/** Staff open the package: some of it can be sold again, and it may be less than was announced. */
const inspects = async (
  { shop, random }: Aftermath,
  number: string,
  lines: readonly string[],
): Promise<string> => {
  const counted = lines.map((line) => {
    const [position = 0, quantity = 0] = line.split(' ').map(Number)
    const came = random.intBelow(quantity + 1)
    const restocked = random.intBelow(came + 1)
    return { position, restocked, writtenOff: came - restocked, note: null }
  })
  const receipt = {
    number,
    contents: { kind: 'counted', lines: counted },
    otherContents: null,
    message: 'This is what was in the package.',
  } as const
  const also = (tx: Tx, order: Order): void =>
    recordAction(
      tx,
      { actor: 'operator', requestId: 'simulation' },
      { action: 'return.received', subject: `order:${order.number}`, accountId: order.accountId },
    )
  const received = await outcomeOf(shop, receiveReturn(shop.services(), receipt, { also }))
  return `staff inspect ${number}: ${describeOutcome(received, (refund) => refund?.state ?? 'no refund')}`
}

/** What came of a return that is open, and now and then of one that is not. */
const receives = async (life: Aftermath): Promise<string> => {
  const { random } = life
  const open = await column(life, `select number as value from order_return where state = 'requested'`)
  const all = await column(life, 'select number as value from order_return')
  const numbers = open.length > 0 && random.isWithinPercent(80) ? open : all
  if (numbers.length === 0) return 'nothing came back'
  const number = random.oneOf(numbers)
  if (random.isWithinPercent(50)) {
    const query = `select l.position || ' ' || l.quantity as value from order_return_line l
      join order_return r on r.id = l.return_id where r.number = '${number}'`
    return inspects(life, number, await column(life, query))
  }
  const writeOff = random.isWithinPercent(30) ? ['--write-off'] : []
  return operates(life, returnCommand, [number, ...writeOff])
}

const withdraws = async (life: Aftermath): Promise<string> => {
  const { shop, random, person } = life
  const sentBack = await column(
    life,
    `select o.number as value from withdrawal w join "order" o on o.id = w.order_id where w.state = 'awaiting-return'`,
  )
  if (sentBack.length > 0 && random.isWithinPercent(60))
    return operates(life, returnCommand, [random.oneOf(sentBack)])
  const lookup = newestOrder(life)
  if (lookup === null) return 'has nothing to withdraw from'
  if (random.isWithinPercent(15)) return operates(life, returnCommand, [lookup.number])
  return `withdraws: ${describeOutcome(await callAs(shop, person, withdraw, lookup), ({ kind }) => kind)}`
}

const isLost = async (life: Aftermath): Promise<string> => {
  const { random } = life
  const numbers = await column(
    life,
    `select tracking as value from shipment where tracking is not null and state in ('shipped', 'in-transit')`,
  )
  if (numbers.length === 0) return 'nothing is on its way'
  const says = random.oneOf(['lost', 'returned-to-sender', 'delivered'])
  return operates(life, shipmentsCommand, ['event', random.oneOf(numbers), says])
}

const complains = async (life: Aftermath): Promise<string> => {
  const { shop, random, person } = life
  const lookup = newestOrder(life)
  if (lookup === null) return 'has nothing to complain about'
  const seen = await callAs(shop, person, viewProblems, lookup)
  if (seen.kind !== 'answered' || seen.answer.lines.length === 0) return 'can report nothing'
  const { position, quantity } = random.oneOf(seen.answer.lines)
  const reported = await callAs(shop, person, reportProblem, {
    ...lookup,
    request_id: `problem-${random.intBelow(1_000_000_000)}`,
    kind: random.oneOf(['missing', 'wrong-item'] as const),
    wish: random.oneOf(['reship', 'refund'] as const),
    details: 'It is not there.',
    lines: [{ position, quantity: 1 + random.intBelow(quantity) }],
  })
  return `complains: ${describeOutcome(reported, ({ number, state }) => `${number} ${state}`)}`
}

const decides = async (life: Aftermath): Promise<string> => {
  const numbers = await column(life, `select number as value from order_problem where state = 'open'`)
  if (numbers.length === 0) return complains(life)
  const kind = life.random.oneOf(['reship', 'refund', 'decline'])
  return operates(life, problemCommand, [life.random.oneOf(numbers), kind])
}

const refundsLine = async (life: Aftermath): Promise<string> => {
  const { random } = life
  const lookup = newestOrder(life)
  if (lookup === null) return 'nothing is to be refunded'
  const plans = await column(
    life,
    `select l.plan_code as value from order_line l join "order" o on o.id = l.order_id where o.number = '${lookup.number}'`,
  )
  const credit = random.isWithinPercent(25) ? ['--as-credit', '--again'] : ['--again']
  return operates(life, refundCommand, [lookup.number, `${random.oneOf(plans)}=1`, ...credit])
}

const buysDisputed = async ({ shop, random, person }: Aftermath): Promise<string> =>
  buy(shop, random, { ...person, cards: [random.oneOf(disputedCards)] })

const daysPass = async ({ shop, random }: Aftermath): Promise<string> => {
  const days = 2 + random.intBelow(9)
  const moment = shop.outside.clock.now().add({ hours: 24 * days })
  const passed = await outcomeOf(shop, shop.travelTo(moment))
  shop.outside.moveTo(moment)
  return `${days} days pass: ${describeOutcome(passed, () => 'done')}`
}

const actions = [
  returns, returns, cancelsReturn, receives, receives, withdraws, withdraws, isLost, complains, decides, decides, refundsLine,
  buysDisputed, daysPass, daysPass,
] // prettier-ignore

/** What comes next of something that is open. */
const nextActions = [
  [`select number as value from order_return where state = 'requested'`, [cancelsReturn, receives, receives]],
  [`select number as value from order_problem where state = 'open'`, [decides]],
  [`select order_id::text as value from withdrawal where state = 'awaiting-return'`, [withdraws]],
] as const

/** An action that follows from another one now and then, so that not only the beginnings happen. */
const nextAction = async (life: Aftermath) => {
  const possible = []
  for (const [query, following] of nextActions)
    if ((await column(life, query)).length > 0) possible.push(...following)
  const { random } = life
  return possible.length > 0 && random.isWithinPercent(50) ? random.oneOf(possible) : random.oneOf(actions)
}

/** One action after an order: a return, a lost shipment, a problem, a refund of a line, or a purchase with a disputed card. */
export const liveOn = async (
  shop: SimulatedShop,
  random: SeededRandom,
  people: readonly Person[],
): Promise<string> => {
  const person = random.oneOf(people)
  const life = { shop, random, person }
  const action = await nextAction(life)
  return `${person.email}: ${await action(life)}`
}
