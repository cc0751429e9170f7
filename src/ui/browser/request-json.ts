import { createRequestJson } from './json-client.ts'
import type { BrowserDeps } from './json-client.ts'

/** How this browser reaches the shop. */
export const browserDeps: BrowserDeps = {
  send: (path, init) => fetch(path, init),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Requests of the pages' own scripts. */
export const requestJson = createRequestJson(browserDeps)
