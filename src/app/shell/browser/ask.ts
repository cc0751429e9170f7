import { createAsk } from './call-client.ts'
import type { ClientGround } from './call-client.ts'

/** How this browser reaches the shop. */
export const browserGround: ClientGround = {
  send: (path, init) => fetch(path, init),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Calls of the pages' own scripts. */
export const ask = createAsk(browserGround)
