import { brand } from '#shared/brand.ts'

/** Whether shortcuts of one key work in this browser: off for those who dictate, or hit keys by accident. */
const storedName = `${brand.key}_desk_hotkeys`

export const usesHotkeys = (): boolean => localStorage.getItem(storedName) !== 'off'

const dialogOf = (): HTMLDialogElement | null =>
  document.querySelector<HTMLDialogElement>('dialog[data-desk-keys]')

const labelOf = (element: HTMLElement): string => {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.labels?.[0]?.textContent ?? ''
  const copy = element.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const hint of copy.querySelectorAll('kbd')) hint.remove()
  return (copy.textContent ?? '').replace('…', '').trim()
}

const row = (key: string, text: string): HTMLElement => {
  const line = document.createElement('div')
  const [term, what, cap] = [
    document.createElement('dt'),
    document.createElement('dd'),
    document.createElement('kbd'),
  ]
  cap.textContent = key.toUpperCase()
  term.append(cap)
  what.textContent = text
  line.append(term, what)
  return line
}

/** The shortcuts of the buttons, links and fields that this page has now. */
const ownRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-desk-key]')]
    .filter((element) => element.checkVisibility())
    .map((element) => row(element.dataset['deskKey'] ?? '', labelOf(element)))

/** Shows the keys of this page. */
export const openKeys = (): void => {
  const dialog = dialogOf()
  const list = dialog?.querySelector('[data-desk-own-keys]')
  if (!dialog || !list || dialog.open) return
  const rows = ownRows()
  list.replaceChildren(...rows)
  const part = list.closest('section')
  if (part) part.hidden = rows.length === 0
  const hotkeys = dialog.querySelector<HTMLInputElement>('[data-desk-hotkeys]')
  if (hotkeys) hotkeys.checked = usesHotkeys()
  dialog.showModal()
}

/** Makes the button that shows the keys work, also for those who have switched the shortcuts off. */
export const watchKeysDialog = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>('[data-desk-open-keys]')) {
    button.hidden = false
    button.addEventListener('click', openKeys)
  }
  dialogOf()
    ?.querySelector<HTMLInputElement>('[data-desk-hotkeys]')
    ?.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return
      if (target.checked) localStorage.removeItem(storedName)
      else localStorage.setItem(storedName, 'off')
    })
}
