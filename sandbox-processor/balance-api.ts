import type { Exchange, Route } from '../sandbox-base/exchange.ts'
import { afterIn, pageLimit, sendPage, shopRoutes } from '../sandbox-base/shop-routes.ts'
import type { BalanceEntry, Payout } from './balance.ts'
import type { ChargeDeps } from './charges.ts'
import { payOutDue } from './paying-out.ts'
import type { SandboxSettings } from './settings.ts'
import { moveWith, periodOf } from './shop-time.ts'

interface BalanceDeps extends ChargeDeps {
  readonly settings: SandboxSettings
}

const entryReply = ({ chargeId, payoutId, createdAt, ...entry }: BalanceEntry) => ({
  ...entry,
  charge: chargeId,
  payout: payoutId,
  created_at: new Date(createdAt).toISOString(),
})

const payoutReply = ({ createdAt, ...payout }: Payout) => ({
  ...payout,
  state: 'paid',
  created_at: new Date(createdAt).toISOString(),
})

/** The list is as it is at the shop's time: with what was to be paid out until the end of its page. */
const answerBalance = async (deps: BalanceDeps, exchange: Exchange): Promise<void> => {
  const { balance } = deps
  await moveWith(deps, exchange)
  const payout = exchange.url.searchParams.get('payout')
  if (payout !== null)
    return sendPage(exchange, balance.ofPayout(payout, afterIn(exchange), pageLimit), entryReply)
  const readPage = () => balance.within(periodOf(exchange), afterIn(exchange), pageLimit)
  await payOutDue(deps, (start) => (readPage()[pageLimit - 1]?.createdAt ?? Infinity) < start)
  sendPage(exchange, readPage(), entryReply)
}

const answerPayouts = async (deps: BalanceDeps, exchange: Exchange): Promise<void> => {
  await moveWith(deps, exchange)
  await payOutDue(deps)
  sendPage(
    exchange,
    deps.balance.payoutsWithin(periodOf(exchange), afterIn(exchange), pageLimit),
    payoutReply,
  )
}

/** What changed the balance, and what was paid out of it; for the shop's server alone. */
export const balanceRoutes = (deps: BalanceDeps): Route[] =>
  shopRoutes(deps, [
    ['GET', '/v1/balance', answerBalance],
    ['GET', '/v1/payouts', answerPayouts],
  ])
