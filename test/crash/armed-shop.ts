import type { CrashPoint } from '#platform/crash-points.ts'
import type { TestShop } from '../support/shop.ts'

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
export const beforeTheWorker = async <T>(shop: TestShop, act: () => Promise<T>): Promise<T> => {
  const child = await shop.app.start(null, undefined, 'web')
  const became = await act()
  await child.retire()
  await shop.app.start()
  return became
}

/** What the browser sees when the server dies in the middle of its answer. */
export const cut = (thrown: unknown): string => {
  if (thrown instanceof TypeError) return 'interrupted'
  throw thrown
}
