import { onlyWithKey } from '../sandbox-base/bearer.ts'
import { sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import type { BalanceEntry, Payout } from './balance.ts'
import type { ChargeTools } from './charges.ts'
import { payOutDue } from './paying-out.ts'
import type { SandboxSettings } from './settings.ts'
import { moveWith, periodOf } from './shop-time.ts'

interface BalanceTools extends ChargeTools {
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

const page = <Row>(exchange: Exchange, rows: readonly Row[], reply: (row: Row) => object): void =>
  sendJson(exchange, 200, { data: rows.slice(0, 100).map(reply), has_more: rows.length > 100 })

/** What changed the balance, and what was paid out of it; for the shop's server alone. */
export const balanceRoutes = (tools: BalanceTools): Route[] => {
  const list =
    (answer: (exchange: Exchange, after: string | null) => void): Route['answer'] =>
    async (exchange) => {
      onlyWithKey(tools.settings.secretKey, exchange)
      await moveWith(tools, exchange)
      await payOutDue(tools)
      answer(exchange, exchange.url.searchParams.get('after'))
    }
  return [
    {
      method: 'GET',
      path: '/v1/balance',
      answer: list((exchange, after) => {
        const payout = exchange.url.searchParams.get('payout')
        if (payout !== null)
          return sendJson(exchange, 200, {
            data: tools.balance.ofPayout(payout).map(entryReply),
            has_more: false,
          })
        page(exchange, tools.balance.within(periodOf(exchange), after, 101), entryReply)
      }),
    },
    {
      method: 'GET',
      path: '/v1/payouts',
      answer: list((exchange, after) =>
        page(exchange, tools.balance.payoutsWithin(periodOf(exchange), after, 101), payoutReply),
      ),
    },
  ]
}
