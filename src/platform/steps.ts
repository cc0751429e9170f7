/** Every boundary at which a write may be cut in two; the crash tests walk all of them. */
export const steps = [
  'purchase: nothing written',
  'purchase: intent written',
  'purchase: processor answered',
  'purchase: order written',
  'renewal: cycles opened',
  'renewal: processor answered',
  'renewal: order written',
  'dunning: charge written',
  'dunning: processor answered',
  'dunning: order written',
  'settlement: processor answered',
  'card: request written',
  'card: processor answered',
  'refund: written',
  'refund: processor answered',
  'refund: recorded',
  'gift: mail written',
  'gift: claim written',
  'mail: sent',
] as const

export type Step = (typeof steps)[number]

const isStep = (name: string): name is Step => steps.some((step) => step === name)

/**
 * What `World.reach` does: ends this process on the spot at the step that a fault test named, and nothing in every
 * other case.
 */
export const createReach = (crashAt: string | null): ((step: Step) => void) => {
  if (crashAt === null || !isStep(crashAt)) return () => undefined
  return (step) => {
    if (step === crashAt) process.kill(process.pid, 'SIGKILL')
  }
}
