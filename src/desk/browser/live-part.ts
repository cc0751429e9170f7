import { morph } from '#ui/browser/morph.ts'
import { askUnattended, whileSeen } from './unattended.ts'

const seconds = 2
const selector = '[data-desk-live]'

/** Refreshes the part of a page that changes by itself, until that part says that it has ended. */
export const watchLivePart = (): void => {
  const part = document.querySelector<HTMLElement>(selector)
  if (!part || part.dataset['deskLive'] !== 'running') return
  whileSeen(seconds, async () => {
    const answer = await askUnattended(location.href)
    if (answer === null) return true
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const next = page.querySelector<HTMLElement>(selector)
    if (!next) return true
    morph(part, next)
    return next.dataset['deskLive'] === 'running'
  })
}
