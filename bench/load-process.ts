import { z } from 'zod'
import { bareCarts, bareOrders, bareStatements } from './bare-orders.ts'
import { bareRenewals } from './bare-renewals.ts'
import { openBare } from './bare-rows.ts'
import { buyAsGuest, cardToken, visitAsMember } from './buyer.ts'
import { answerTasks } from './child.ts'
import { generateLoad } from './load-generator.ts'
import { timeConcurrently } from './concurrency.ts'
import { DatabaseTarget } from './targets.ts'

const width = z.int().min(1).max(64)
const count = z.int().min(1).max(5_000)

const Task = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('load'),
    port: z.int(),
    request: z.string(),
    connections: width,
    milliseconds: z.int().max(60_000),
  }),
  z.object({ kind: z.literal('member visits'), url: z.string(), cookie: z.string(), count, width }),
  z.object({ kind: z.literal('tokens'), sandboxUrl: z.string(), count }),
  z.object({
    kind: z.literal('checkouts'),
    shopUrl: z.string(),
    count,
    width,
    plans: z.array(z.string()).default(['syn-wk']),
  }),
  z.object({ kind: z.literal('bare orders'), address: DatabaseTarget, checkoutId: z.string(), count, width }),
  z.object({ kind: z.literal('bare carts'), address: DatabaseTarget, checkoutId: z.string(), count, width }),
  z.object({
    kind: z.literal('bare statements'),
    address: DatabaseTarget,
    checkoutId: z.string(),
    count,
    width,
  }),
  z.object({ kind: z.literal('bare renewals'), address: DatabaseTarget, count, width }),
])

type CheckoutsTask = Extract<z.output<typeof Task>, { kind: 'checkouts' }>

const tokens: string[] = []
let buyers = 0

const fillTokens = async (sandboxUrl: string, wanted: number): Promise<void> => {
  while (tokens.length < wanted) tokens.push(await cardToken(sandboxUrl))
}

const checkOut = async ({ shopUrl, count: orderCount, width: concurrency, plans }: CheckoutsTask) => {
  const taken = tokens.splice(0, orderCount)
  if (taken.length < orderCount) throw new Error('too few card tokens')
  let checkoutId = ''
  const slice = await timeConcurrently(taken, concurrency, async (token) => {
    buyers += 1
    checkoutId = await buyAsGuest(shopUrl, {
      email: `buyer-${process.pid}-${buyers}@bench.example`,
      token,
      plans,
    })
  })
  return { ...slice, checkoutId }
}

const times = (orderCount: number): number[] => Array.from({ length: orderCount }, (_none, at) => at)

const baselines = { 'bare orders': bareOrders, 'bare carts': bareCarts, 'bare statements': bareStatements }

const runBare = async (task: Extract<z.output<typeof Task>, { address: object }>) => {
  const bare = await openBare(task.address, task.width)
  try {
    if (task.kind === 'bare renewals') {
      const { run, subscriptions } = await bareRenewals(bare)
      return await timeConcurrently(subscriptions.slice(0, task.count), task.width, run)
    }
    const run = await baselines[task.kind](bare, task.checkoutId)
    return await timeConcurrently(times(task.count), task.width, run)
  } finally {
    await bare.close()
  }
}

/** The load: a process of its own, so that it takes no time from the one that is measured. */
answerTasks(async (message) => {
  const task = Task.parse(message)
  switch (task.kind) {
    case 'load':
      return generateLoad(task)
    case 'member visits':
      return timeConcurrently(times(task.count), task.width, () => visitAsMember(task.url, task.cookie))
    case 'tokens':
      return fillTokens(task.sandboxUrl, task.count)
    case 'checkouts':
      return checkOut(task)
    case 'bare orders':
    case 'bare carts':
    case 'bare statements':
    case 'bare renewals':
      return runBare(task)
    default:
      return task satisfies never
  }
})
