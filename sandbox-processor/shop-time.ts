import type { Exchange } from '../sandbox-base/exchange.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import type { Period } from './charge-records.ts'
import type { ChargeDeps } from './charges.ts'

// Not worth a write with each request.
const tolerance = 60_000

/** A shop says with its requests what time it is there (`shop-time`); the processor is never behind it. */
export const moveWith = async (
  { clock, write }: Pick<ChargeDeps, 'clock' | 'write'>,
  { request }: Exchange,
): Promise<void> => {
  const said = request.headers['shop-time']
  const at = typeof said === 'string' ? Date.parse(said) : Number.NaN
  if (!Number.isNaN(at) && at > clock.now() + tolerance) await write(() => clock.moveTo(at))
}

const momentOf = ({ url }: Exchange, name: string, fallback: string): number => {
  const moment = Date.parse(url.searchParams.get(name) ?? fallback)
  if (Number.isNaN(moment)) throw new Refusal(400, 'parameter_invalid', `${name} must be a moment.`)
  return moment
}

/** The period of a list: all of time, unless `from` and `to` say another. */
export const periodOf = (exchange: Exchange): Period => ({
  from: momentOf(exchange, 'from', '1970-01-01'),
  to: momentOf(exchange, 'to', '9999-12-31'),
})
