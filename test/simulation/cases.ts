import { resolvesProblem, retriesRenewal, triesRefundAgain } from './open-cases.ts'
import { oneActionOf } from './order-actions.ts'
import { changesCatalogue, receivesReturn } from './second-person.ts'
import { impersonates } from './visits.ts'

const actions = [
  resolvesProblem, resolvesProblem, resolvesProblem, resolvesProblem, triesRefundAgain, triesRefundAgain, retriesRenewal, retriesRenewal,
  impersonates, impersonates, receivesReturn, receivesReturn, changesCatalogue, changesCatalogue,
] // prettier-ignore

/** One action of staff on what waits for somebody: a report, a refused refund, a parked renewal, a return, a member who called. */
export const workOnCases = oneActionOf(actions)
