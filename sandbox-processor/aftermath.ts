import type { ChargeDeps } from './charges.ts'
import { decideDispute, expireDispute, openAftermath } from './disputes.ts'
import type { Step } from './aftermath-records.ts'

/** What banks do as the processor's time goes by. */
export interface Aftermaths {
  /** Does what is due and notifies the shop; returns how many steps there were, when nothing is due any more. */
  readonly goOn: () => Promise<number>
  readonly stop: () => void
}

const longestWaitMs = 86_400_000

const take = (deps: ChargeDeps, { chargeId, disputeId, what, happensAt }: Step): void => {
  const charge = deps.records.byId(chargeId)
  if (!charge) return
  if (what === 'open') return openAftermath(deps, charge, happensAt)
  const dispute = disputeId === null ? null : deps.disputes.byId(disputeId)
  if (!dispute) return
  if (what === 'expire') expireDispute(deps, charge, dispute, happensAt)
  else decideDispute(deps, charge, dispute)
}

export const createAftermaths = (deps: ChargeDeps): Aftermaths => {
  const { clock, aftermath, deliveries, machine, write } = deps
  let cancelTimer = (): void => undefined

  const takeDue = (): Promise<boolean> =>
    write(() => {
      const step = aftermath.next(clock.now())
      if (step === null) return false
      take(deps, step)
      aftermath.finish(step.id)
      return true
    })

  const waitForNext = (): void => {
    const next = aftermath.nextAt()
    cancelTimer()
    if (next === null) return
    const wait = Math.min(Math.max(next - clock.now(), 0), longestWaitMs)
    cancelTimer = machine.later(wait, () => void goOn())
  }

  const goOn = async (): Promise<number> => {
    let taken = 0
    while (await takeDue()) taken += 1
    waitForNext()
    await deliveries.kick()
    return taken
  }

  return { goOn, stop: () => cancelTimer() }
}
