import { leadPictureId } from '#ui/lead-picture-id.ts'

const transitionName = 'picture'

const isInWindow = (element: Element): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

/** The picture of a link on this page to another one: in the link itself, or in its row. */
const pictureOfLink = (address: string): HTMLElement | undefined => {
  const { pathname } = new URL(address)
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
    .filter((link) => link.origin === location.origin && link.pathname === pathname)
    .flatMap((link) => link.querySelector('img') ?? link.closest('li')?.querySelector('img') ?? [])
    .find(isInWindow)
}

const named = new Set<HTMLElement>()

const setName = (element: HTMLElement | null, name: string): void => {
  if (!element) return
  element.style.viewTransitionName = name
  named.add(element)
}

const clear = (): void => {
  for (const element of named) element.style.viewTransitionName = ''
  named.clear()
}

/** A name may occur once in a page: the page's first picture gives it up. */
const nameFor = (address: string | null | undefined): void => {
  clear()
  const picture = address ? pictureOfLink(address) : undefined
  if (!picture) return
  setName(document.querySelector(`#${leadPictureId} img`), 'none')
  setName(picture, transitionName)
}

/**
 * Gives the picture of a link the name of the first picture of its page, when the page is left for it and when it comes
 * back, so that browsers with view transitions let one grow into the other. The style sheet names the first picture.
 */
export const moveClickedPicture = (): void => {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    // Chromium has an activation without an entry, which its description does not know.
    const entry: NavigationHistoryEntry | null = activation?.entry ?? null
    if (viewTransition) nameFor(entry?.url)
  })
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (!viewTransition) return clear()
    // Safari has the transition and not everywhere the address that it comes from.
    nameFor('navigation' in globalThis ? navigation.activation?.from?.url : null)
    void viewTransition.finished.catch(() => undefined).then(clear)
  })
}
