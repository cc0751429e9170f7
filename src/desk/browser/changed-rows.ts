import { drawnParts } from './more-rows.ts'
import { askUnattended, whileSeen } from './unattended.ts'

const seconds = 30

/** Identifies a row by what does not change: the order of its box. */
const idOf = (row: ParentNode): string | undefined =>
  row.querySelector<HTMLInputElement>('input[data-desk-choice]')?.value

const rowsById = (page: Document): ReadonlyMap<string, HTMLTableRowElement> =>
  new Map(
    [...page.querySelectorAll<HTMLTableRowElement>('table[data-desk-rows] tbody tr')].flatMap((row) => {
      const id = idOf(row)
      return id === undefined ? [] : [[id, row] as const]
    }),
  )

/** Replaces the cells of a row that changed, and marks them; the row stays in its place, and its box and link are kept. */
const update = (row: HTMLTableRowElement, now: HTMLTableRowElement): boolean => {
  const changed = [...row.cells].flatMap((cell, at) => {
    const other = now.cells[at]
    return other && !cell.querySelector('input, a') && cell.textContent !== other.textContent
      ? [{ cell, other }]
      : []
  })
  for (const { cell, other } of changed) {
    cell.replaceChildren(...document.importNode(other, true).childNodes)
    cell.dataset['deskChanged'] = ''
  }
  return changed.length > 0
}

const say = (count: number): void => {
  const note = document.querySelector('[data-desk-changes]')
  if (note) note.textContent = `${count} ${count === 1 ? 'order has' : 'orders have'} changed: underlined`
}

/** Reads the drawn pages of the list again. */
const readAgain = async (): Promise<void> => {
  let count = 0
  for (const { address, rows } of drawnParts()) {
    const answer = await askUnattended(address)
    if (answer === null) continue
    const now = rowsById(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    for (const row of rows) {
      const other = now.get(idOf(row) ?? '')
      if (other && update(row, other)) count += 1
    }
  }
  if (count > 0) say(count)
}

/** Removes the mark once the row was looked at; when it had the focus during the change, once the focus leaves. */
const onSeen = ({ target }: Event): void => {
  const row = target instanceof Element ? target.closest('tr:has([data-desk-changed])') : null
  for (const cell of row?.querySelectorAll('[data-desk-changed]') ?? [])
    cell.removeAttribute('data-desk-changed')
}

/**
 * Keeps the rows of the list of orders that are in the window as they are now. What others changed is underlined until the row is
 * pointed at or has the focus; no row moves.
 */
export const watchChangedRows = (): void => {
  const form = document.querySelector('form[data-desk-chosen]')
  const table = document.querySelector('table[data-desk-rows]')
  if (!form || !table) return
  for (const kind of ['focusin', 'focusout', 'pointerleave']) table.addEventListener(kind, onSeen, true)
  whileSeen(seconds, async () => {
    await readAgain()
    return true
  })
}
