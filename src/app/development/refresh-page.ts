import { enteredStates, showEntered } from '#ui/browser/entered-values.ts'
import { morph } from '#ui/browser/morph.ts'
import { pageShown } from '#ui/browser/page-shown.ts'
import { sourcesChanged } from './sources-changed.ts'

let round = 0

/** Style sheets of the sources keep their addresses. */
const requestStyles = (): void => {
  round += 1
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const address = new URL(sheet.href)
    address.searchParams.set('round', String(round))
    sheet.href = address.href
  }
}

/** Shows the page as the changed sources render it; what was typed, opened and scrolled to stays. */
const refresh = async (): Promise<void> => {
  const answer = await fetch(location.href)
  if (!answer.ok) return location.reload()
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const entered = [...document.forms].map((form) => [form, enteredStates(form, null)] as const)
  morph(document.body, body)
  for (const [form, states] of entered) showEntered(form, states)
  requestStyles()
  document.dispatchEvent(new Event(pageShown))
}

import.meta.hot?.on(sourcesChanged, () => void refresh())
