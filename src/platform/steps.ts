/** Every boundary at which a write may be cut in two; the crash tests walk all of them. */
export const steps = [
  'purchase: nothing written',
  'purchase: intent written',
  'purchase: processor answered',
  'purchase: order written',
  'renewal: cycles opened',
  'renewal: processor answered',
  'renewal: order written',
  'settlement: processor answered',
  'mail: sent',
] as const

export type Step = (typeof steps)[number]

export const isStep = (name: string): name is Step => steps.some((step) => step === name)
