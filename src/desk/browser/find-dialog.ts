import { createLook } from './look-panel.ts'

/** How long nothing is typed before a search starts. */
const pauseMilliseconds = 150

const dialogOf = (): HTMLDialogElement | null =>
  document.querySelector<HTMLDialogElement>('dialog[data-desk-find]')

const fieldIn = (dialog: HTMLDialogElement): HTMLInputElement | null => dialog.querySelector('input')

/** The panel beside the results. */
const foundLook = createLook(() => dialogOf()?.querySelector<HTMLElement>('[data-desk-look]') ?? null)

const fitsBeside = (): boolean => matchMedia('(min-width: 64rem)').matches

const linksIn = (dialog: HTMLDialogElement): HTMLAnchorElement[] => [
  ...dialog.querySelectorAll<HTMLAnchorElement>('[data-desk-find-list] a'),
]

const say = (dialog: HTMLDialogElement, text: string): void => {
  const status = dialog.querySelector('[data-desk-find-status]')
  if (status) status.textContent = text
}

/** Shows the list of the page of a search; null for one that found nothing. */
const show = (dialog: HTMLDialogElement, found: Element | null): void => {
  const list = dialog.querySelector('[data-desk-find-list]')
  if (!list) return
  foundLook.close()
  const own = found ? [document.importNode(found, true)] : []
  // The keys of lists work on the list of the page.
  for (const part of own)
    for (const table of part.querySelectorAll('[data-desk-rows]')) table.removeAttribute('data-desk-rows')
  list.replaceChildren(...own)
  list.scrollTop = 0
}

/** The latest search; answers of earlier ones are ignored. */
let current: AbortController | null = null

const read = async (q: string, { signal }: AbortController): Promise<Document | null> => {
  try {
    const answer = await fetch(`/desk/find?${new URLSearchParams({ q })}`, {
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
    if (!answer.ok || answer.redirected) return null
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
  } catch {
    return null
  }
}

const search = async (dialog: HTMLDialogElement, q: string): Promise<void> => {
  current?.abort()
  if (q.length === 1) {
    show(dialog, null)
    return say(dialog, '')
  }
  const own = new AbortController()
  current = own
  const page = await read(q, own)
  if (current !== own) return
  if (!page) return say(dialog, 'Press Enter to search.')
  show(dialog, page.querySelector('main [data-desk-found]'))
  const count = linksIn(dialog).length
  if (q === '') return say(dialog, count === 0 ? '' : 'Opened lately')
  say(dialog, count === 0 ? 'Nothing is found.' : `${count} found`)
}

/** Moves the focus from the field through what is found, and back. */
const move = (dialog: HTMLDialogElement, step: 1 | -1): void => {
  const all = [fieldIn(dialog), ...linksIn(dialog)]
  const at = all.findIndex((one) => one === document.activeElement)
  const next = all[Math.max(0, Math.min(all.length - 1, at + step))]
  next?.focus()
  if (next instanceof HTMLAnchorElement) foundLook.follow(next)
}

/**
 * Keys on a link: Home and End lead to the first and the last one, Space opens its page beside it, and text goes into the field.
 */
const goFrom = (dialog: HTMLDialogElement, event: KeyboardEvent): void => {
  const links = linksIn(dialog)
  const link = links.find((one) => one === document.activeElement)
  if (!link) return
  if (event.key === 'Home' || event.key === 'End') {
    event.preventDefault()
    links.at(event.key === 'Home' ? 0 : -1)?.focus()
  } else if (event.key === ' ') {
    event.preventDefault()
    if (fitsBeside()) foundLook.toggle(link)
  } else if (
    event.key === 'Backspace' ||
    (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
  )
    // The key itself arrives in the field that has the focus now.
    fieldIn(dialog)?.focus()
}

/** Opens the search over the page. */
export const openFind = (): void => {
  const dialog = dialogOf()
  const field = dialog && fieldIn(dialog)
  if (!dialog || !field || document.querySelector('dialog[open]')) return
  dialog.showModal()
  field.focus()
  field.select()
  if (field.value === '') void search(dialog, '')
}

/**
 * Shows what was opened lately, searches while somebody types, and goes through what is found by the arrows. Enter in the field
 * leads to the page of the search.
 */
export const watchFindDialog = (): void => {
  const dialog = dialogOf()
  const field = dialog && fieldIn(dialog)
  if (!dialog || !field) return
  let timer: ReturnType<typeof setTimeout> | undefined
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(dialog, field.value.trim()), pauseMilliseconds)
  })
  dialog.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (step === null) return goFrom(dialog, event)
    event.preventDefault()
    move(dialog, step)
  })
  foundLook.watch()
  dialog.addEventListener('close', foundLook.close)
  // A click beside it is one on the dialog itself.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
}
