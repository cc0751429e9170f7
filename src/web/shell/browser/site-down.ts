import { siteDownPath } from '#analytics/rules/site-down.ts'
import { brand } from '#shared/brand.ts'

/** On a fallback screen that was not reported yet. */
export const siteDownMark = { 'data-site-down': '' } as const

/** The open page if it shows such a screen: whichever script comes first reports it. */
const takeShown = (): string[] => {
  const screen = document.querySelector('[data-site-down]')
  screen?.removeAttribute('data-site-down')
  return screen ? [location.pathname] : []
}

const storageKey = `${brand.key}_site_down`
const maxPages = 10
const retryMs = 5_000

/** Pages whose failure was not reported yet, as this tab stores them across a reload; a URL has no line breaks. */
const takeUnreported = (): string[] => {
  try {
    const text = sessionStorage.getItem(storageKey) ?? ''
    sessionStorage.removeItem(storageKey)
    return text.split('\n').filter((page) => page !== '')
  } catch {
    return []
  }
}

const saveUnreported = (pages: readonly string[]): void => {
  try {
    sessionStorage.setItem(storageKey, [...takeUnreported(), ...pages].slice(-maxPages).join('\n'))
  } catch {
    // A browser without storage reports while the page is open, or not at all.
  }
}

/** False when the shop could not take it: it is down, or its database is. */
const report = async (page: string): Promise<boolean> => {
  const answer = await fetch(siteDownPath, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page }),
  }).catch(() => null)
  return answer !== null && answer.status < 500
}

const reportAll = async (pages: readonly string[]): Promise<void> => {
  const results = await Promise.all(pages.map(async (page) => ({ page, done: await report(page) })))
  const unreported = results.flatMap(({ page, done }) => (done ? [] : [page]))
  if (unreported.length === 0) return
  // A reload stops the timer, so the next page reports; this one continues while it is open.
  saveUnreported(unreported)
  setTimeout(() => void reportAll(takeUnreported()), retryMs)
}

/**
 * Reports to the shop that the open page could not be rendered, and what earlier pages could not report; nothing about the
 * person. While the shop does not accept it, it is sent again every five seconds and on the next pages of this tab.
 */
export const reportShownFallback = (): void => void reportAll([...takeUnreported(), ...takeShown()])
