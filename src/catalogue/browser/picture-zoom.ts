/** The links of a gallery, in their order. */
const linksOf = (dialog: HTMLDialogElement): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>(`a[data-zoom="${dialog.id}"]`),
]

/** The picture of a link again, over the whole screen: the browser picks the file for that width. */
const enlarged = (link: HTMLAnchorElement): Node | null => {
  const copy = link.querySelector('picture')?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return null
  for (const part of copy.querySelectorAll('source, img')) part.setAttribute('sizes', '100vw')
  const image = copy.querySelector('img')
  image?.removeAttribute('class')
  image?.setAttribute('loading', 'eager')
  return copy
}

const show = (dialog: HTMLDialogElement, at: number): void => {
  const links = linksOf(dialog)
  const place = (at + links.length) % links.length
  const [link, stage, position] = [
    links[place],
    dialog.querySelector('[data-zoom-stage]'),
    dialog.querySelector<HTMLElement>('[data-zoom-position]'),
  ]
  const picture = link ? enlarged(link) : null
  if (!picture || !stage) return
  stage.replaceChildren(picture)
  // The words are the page's.
  const text = position?.dataset['zoomPosition'] ?? ''
  position?.replaceChildren(text.replace('{at}', String(place + 1)).replace('{count}', String(links.length)))
  dialog.dataset['at'] = String(place)
}

const step = (dialog: HTMLDialogElement, by: number): void => show(dialog, Number(dialog.dataset['at']) + by)

const watchDialog = (dialog: HTMLDialogElement): void => {
  dialog.dataset['at'] = '0'
  dialog.addEventListener('click', ({ target }) => {
    const by = target instanceof HTMLElement ? target.dataset['zoomStep'] : undefined
    if (by !== undefined) step(dialog, Number(by))
  })
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') step(dialog, key === 'ArrowLeft' ? -1 : 1)
  })
}

/**
 * Opens the pictures of galleries in a dialog. The browser keeps the focus inside, closes it on Escape and gives the focus
 * back to the link. A click that asks for a new tab, and a browser without this script, follow the link to the file.
 */
export const watchPictureZoom = (): void => {
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-zoom]') : null
    const dialog = document.getElementById(link?.dataset['zoom'] ?? '')
    if (!link || !(dialog instanceof HTMLDialogElement)) return
    event.preventDefault()
    show(dialog, linksOf(dialog).indexOf(link))
    dialog.showModal()
  })
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:has([data-zoom-stage])'))
    watchDialog(dialog)
}
