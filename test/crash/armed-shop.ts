import type { CrashPoint } from '#platform/crash-points.ts'
import type { TestShop } from '../support/shop.ts'

/** `npm run crash-sweep` kills a process at every step. */
const isFullRun = process.env['SWEEP'] === 'full'

/** Steps at which `npm test` ends a simulated process only (`test/simulation/crash-sweep.test.ts`): nobody outside was asked since the last commit. */
const simulated: ReadonlySet<string> = new Set<CrashPoint>([
  'purchase: nothing written',
  'purchase: intent written',
  'purchase: order written',
  'renewal: cycles opened',
  'renewal: order written',
  'dunning: charge written',
  'dunning: order written',
  'card: request written',
  'refund: written',
  'refund: recorded',
  'label: handed over',
])

/** Whether this run kills a real process at the step. */
export const isKilled = (step: string): boolean => isFullRun || !simulated.has(step)

/** Those of the steps at which this run kills a process. */
export const killedAt = (steps: readonly CrashPoint[]): readonly CrashPoint[] => steps.filter(isKilled)

/** The shop is opened again so that its process dies at this step. */
export const armed = async (shop: TestShop, step: CrashPoint): Promise<{ readonly died: Promise<void> }> => {
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const child = await shop.app.start(step)
  return {
    died: child.ended.then((signal) => {
      if (signal !== 'SIGKILL') throw new Error(`the shop ended by ${signal}: ${child.logged.join('\n')}`)
    }),
  }
}

/** The result of `act` before a worker settles what the dead process left; then the shop runs with its worker. */
export const beforeTheWorker = async <T>(shop: TestShop, action: () => Promise<T>): Promise<T> => {
  const child = await shop.app.start(null, undefined, 'web')
  const became = await action()
  await child.retire()
  await shop.app.start()
  return became
}

/** What the browser sees when the server dies in the middle of its answer. */
export const cut = (thrown: unknown): string => {
  if (thrown instanceof TypeError) return 'interrupted'
  throw thrown
}
