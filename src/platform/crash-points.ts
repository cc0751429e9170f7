/** Every point at which a crash may interrupt a write; the crash tests try all of them. */
export const crashPoints = [
  'purchase: nothing written',
  'purchase: intent written',
  'purchase: processor answered',
  'purchase: order written',
  'renewal: cycles opened',
  'renewal: processor answered',
  'renewal: order written',
  'dunning: question ended',
  'dunning: charge written',
  'dunning: processor answered',
  'dunning: order written',
  'settlement: processor answered',
  'card: request written',
  'card: processor answered',
  'refund: written',
  'refund: processor answered',
  'refund: recorded',
  'refund: report read',
  'refund: report recorded',
  'dispute: reading begun',
  'dispute: processor answered',
  'dispute: recorded',
  'dispute: evidence sent',
  'label: carrier answered',
  'label: handed over',
  'return label: carrier answered',
  'problem: recorded',
  'gift: mail written',
  'gift: claim written',
  'mail: sent',
  'newsletter: copy claimed',
  'bulk action: order done',
  'order export: part written',
  'partner: done',
  'webhook: sent',
  'shipment: packed',
  'publication: written',
  'publication: committed',
] as const

export type CrashPoint = (typeof crashPoints)[number]

const isCrashPoint = (name: string): name is CrashPoint =>
  crashPoints.some((crashPoint) => crashPoint === name)

/**
 * The implementation of `deps.reachCrashPoint`: kills this process at the crash point that a test named, and otherwise
 * does nothing.
 */
export const createReachCrashPoint = (crashAt: string | null): ((crashPoint: CrashPoint) => void) => {
  if (crashAt === null || !isCrashPoint(crashAt)) return () => undefined
  return (crashPoint) => {
    if (crashPoint === crashAt) process.kill(process.pid, 'SIGKILL')
  }
}
