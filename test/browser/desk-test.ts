import { test as withWorker } from './running-shop.ts'

export { expect } from './running-shop.ts'

/**
 * `test` for the desk, whose pages no service worker belongs to. That they open as well in the browser of a visitor, where one is in
 * control, is seen by `desk-orders.spec.ts`, `desk-sign-in.spec.ts` and `desk-selection.spec.ts`.
 */
export const test = withWorker.extend({ serviceWorkers: 'block' })
