import type { ChargeTools } from './charges.ts'
import { decideDispute, expireDispute, openAftermath } from './disputes.ts'
import type { Step } from './aftermath-records.ts'

/** What banks do as the processor's time goes by. */
export interface Aftermaths {
  /** Does what is due and notifies the shop; returns how many steps there were, when nothing is due any more. */
  readonly goOn: () => Promise<number>
  readonly stop: () => void
}

const longestWaitMs = 86_400_000

const take = (tools: ChargeTools, { chargeId, disputeId, what, happensAt }: Step): void => {
  const charge = tools.records.byId(chargeId)
  if (!charge) return
  if (what === 'open') return openAftermath(tools, charge, happensAt)
  const dispute = disputeId === null ? null : tools.disputes.byId(disputeId)
  if (!dispute) return
  if (what === 'expire') expireDispute(tools, charge, dispute, happensAt)
  else decideDispute(tools, charge, dispute)
}

export const createAftermaths = (tools: ChargeTools): Aftermaths => {
  const { clock, aftermath, deliveries, machine, write } = tools
  let cancelTimer = (): void => undefined

  const takeDue = (): Promise<boolean> =>
    write(() => {
      const step = aftermath.next(clock.now())
      if (step === null) return false
      take(tools, step)
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
