import { signedInAs } from './user-state.ts'

/** Asks the shop for this page again; nothing of it can be read or pressed meanwhile. */
export const requestAgain = (): void => {
  document.documentElement.style.visibility = 'hidden'
  // Not `reload`, which asks before it repeats a form.
  location.replace(location.pathname + location.search)
}

/** The page came by the browser's Back or Forward, perhaps from its cache: it does not ask the shop again then. */
const cameFromHistory = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward')

/**
 * Requests a page again that the browser takes from its history for somebody else than it was made for: who has signed out
 * does not see their page, and who has signed in does. Browsers differ in whether they restore pages marked `no-store`.
 */
export const refreshRestoredPage = (): void => {
  const loadedFor = signedInAs(document.cookie)
  const isVisitorPage = document.documentElement.dataset['member'] === undefined
  if (isVisitorPage && loadedFor !== null && cameFromHistory()) requestAgain()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && signedInAs(document.cookie) !== loadedFor) requestAgain()
  })
}
