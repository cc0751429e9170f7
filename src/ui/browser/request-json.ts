import { pageLanguageHeader } from '#shared/page-language.ts'
import { createRequestJson } from './json-client.ts'
import type { BrowserDeps } from './json-client.ts'

/** Names the language of a page that is not in the first one, for refusals and for what is stored and mailed. */
const inLanguageOfPage = (init: RequestInit): RequestInit =>
  document.documentElement.dataset['prefix'] === undefined
    ? init
    : {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'accept-language': document.documentElement.lang,
          [pageLanguageHeader]: document.documentElement.lang,
        },
      }

/** How this browser reaches the shop. */
export const browserDeps: BrowserDeps = {
  send: (path, init) => fetch(path, inLanguageOfPage(init)),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Requests of the pages' own scripts. */
export const requestJson = createRequestJson(browserDeps)
