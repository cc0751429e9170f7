import { brand } from '#shared/brand.ts'
import { parsePrice, priceText, wirePrice } from '#shared/money.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import type { Currency } from '#shared/money.ts'
import { loadedRows, onRows } from './more-rows.ts'

/** What is chosen in this tab, also on other pages of the list and under other filters. */
const storedName = `${brand.key}_desk_chosen`

type Chosen = ReadonlyMap<string, { readonly currency: Currency; readonly total: string }>

const entryOf = (entry: unknown): (readonly [string, { currency: Currency; total: string }])[] => {
  if (!Array.isArray(entry)) return []
  const [id, code, total]: readonly unknown[] = entry
  const currency = typeof code === 'string' ? currencyOf(code) : null
  return typeof id === 'string' && typeof total === 'string' && currency ? [[id, { currency, total }]] : []
}

const readChosen = (): Chosen => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storedName) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.flatMap(entryOf) : [])
  } catch {
    return new Map()
  }
}

const writeChosen = (chosen: Chosen): void => {
  if (chosen.size === 0) sessionStorage.removeItem(storedName)
  else
    sessionStorage.setItem(
      storedName,
      JSON.stringify([...chosen].map(([id, { currency, total }]) => [id, currency, total])),
    )
}

/** Of every row that was loaded, also of those that are not drawn now. */
const boxes = (): HTMLInputElement[] =>
  loadedRows().flatMap((row) => row.querySelector<HTMLInputElement>('input[data-desk-choice]') ?? [])

/** What is chosen, with the boxes of this list as they are now. */
const withBoxes = (chosen: Chosen): Chosen => {
  const now = new Map(chosen)
  for (const { value, checked, dataset } of boxes()) {
    const currency = currencyOf(dataset['currency'] ?? '')
    if (checked && currency) now.set(value, { currency, total: dataset['total'] ?? '0' })
    else now.delete(value)
  }
  return now
}

const sumText = (chosen: Chosen): string => {
  const sums = new Map<Currency, number>()
  for (const { currency, total } of chosen.values())
    sums.set(currency, (sums.get(currency) ?? 0) + parsePrice(total, currency))
  return [...sums].map(([currency, cents]) => priceText(wirePrice(cents, currency), currency)).join(', ')
}

const hiddenField = (value: string): HTMLInputElement => {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'order'
  field.value = value
  field.dataset['deskOther'] = ''
  return field
}

const setText = (form: HTMLFormElement, selector: string, text: string): void => {
  const element = form.querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}

/** Sends with the form what has no box in the document, and which orders all of the list are. */
const complete = (form: HTMLFormElement, chosen: Chosen): void => {
  const all = boxes()
  const drawn = new Set(all.flatMap((box) => (box.isConnected ? box.value : [])))
  for (const field of form.querySelectorAll('[data-desk-other]')) field.remove()
  form.append(...[...chosen.keys()].filter((id) => !drawn.has(id)).map(hiddenField))
  const shown = form.elements.namedItem('shown')
  if (shown instanceof HTMLInputElement) shown.value = all.map(({ value }) => value).join(',')
}

/** Shows in the bar what is chosen. */
const show = (form: HTMLFormElement, chosen: Chosen): void => {
  const all = boxes()
  const here = new Set(all.map(({ value }) => value))
  const others = [...chosen.keys()].filter((id) => !here.has(id))
  form.dataset['deskChosen'] = chosen.size > 0 ? 'some' : ''
  const elsewhere = others.length > 0 ? `, ${others.length} not in this view` : ''
  setText(form, '[data-desk-count]', `${chosen.size} selected`)
  setText(form, '[data-desk-sum]', `${sumText(chosen)}${elsewhere}`)
  const head = document.querySelector<HTMLInputElement>('input[data-desk-all]')
  if (!head) return
  const checked = all.filter((box) => box.checked).length
  head.checked = checked > 0 && checked === all.length
  head.indeterminate = checked > 0 && !head.checked
}

const save = (form: HTMLFormElement): void => {
  const chosen = withBoxes(readChosen())
  writeChosen(chosen)
  show(form, chosen)
}

/** The box that was changed last: a range starts there. */
let last: HTMLInputElement | null = null

const setUpTo = (box: HTMLInputElement, checked: boolean): void => {
  const all = boxes()
  const [from, to] = [last ? all.indexOf(last) : -1, all.indexOf(box)]
  const range = from === -1 ? [box] : all.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const one of range) one.checked = checked
}

/** Selects or unselects the row that has the focus; with a range, every row from the one that was changed last. */
export const chooseRow = (isUpToHere: boolean): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-desk-chosen]')
  const row = document.activeElement?.closest('tr')
  const box = row?.querySelector<HTMLInputElement>('input[data-desk-choice]:not(:disabled)')
  if (!form || !box) return
  if (isUpToHere) setUpTo(box, last?.checked ?? true)
  else box.checked = !box.checked
  last = box
  save(form)
}

const onClick = (form: HTMLFormElement, event: MouseEvent): void => {
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  if (target.closest('a[data-desk-clear]') && form.dataset['deskChosen'] !== 'all') {
    event.preventDefault()
    writeChosen(new Map())
    for (const box of boxes()) box.checked = false
    last = null
    save(form)
  }
  if (!(target instanceof HTMLInputElement)) return
  if (target.matches('[data-desk-all]')) for (const box of boxes()) box.checked = target.checked
  else if (target.matches('[data-desk-choice]')) {
    if (event.shiftKey) setUpTo(target, target.checked)
    last = target
  } else return
  save(form)
}

const open = (form: HTMLFormElement): void => {
  // The address selects the whole list: single orders are part of it, or belong to an earlier selection.
  if (form.dataset['deskChosen'] === 'all') return writeChosen(new Map())
  const chosen = readChosen()
  for (const box of boxes()) if (chosen.has(box.value)) box.checked = true
  save(form)
}

/** Rows that have come are chosen when they were before; of those that are drawn again nothing changes. */
const update = (form: HTMLFormElement): void => {
  if (form.dataset['deskChosen'] === 'all') return
  const chosen = readChosen()
  for (const box of boxes()) box.checked = chosen.has(box.value)
  show(form, chosen)
}

/** Keeps what is chosen in the list of orders while other pages and filters of it are shown, and says how much it is. */
export const watchOrderChoice = (): void => {
  // What was chosen is in the action that this page is about.
  if (document.querySelector('[data-desk-bulk]')) writeChosen(new Map())
  const form = document.querySelector<HTMLFormElement>('form[data-desk-chosen]')
  if (!form) return
  document.addEventListener('click', (event) => onClick(form, event))
  form.addEventListener('submit', () => {
    if (form.dataset['deskChosen'] !== 'all') complete(form, withBoxes(readChosen()))
  })
  onRows(() => update(form))
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) open(form)
  })
  open(form)
}
