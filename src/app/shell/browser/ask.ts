import { createRequestJson } from './call-client.ts'
import type { BrowserDeps } from './call-client.ts'

/** How this browser reaches the shop. */
export const browserDeps: BrowserDeps = {
  send: (path, init) => fetch(path, init),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Calls of the pages' own scripts. */
export const requestJson = createRequestJson(browserDeps)
