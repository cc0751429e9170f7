/** Rows from which on only those near the window are in the document. */
const mostDrawn = 200

/** Rows after which the list continues by its link, on a page of its own. */
const mostLoaded = 2_000

/** How far from the window rows are loaded and drawn. */
const nearby = '800px 0px'

/** A page of the list: its rows, which are in its body or wait while that is only as high as they were. */
interface Part {
  readonly body: HTMLTableSectionElement
  readonly rows: readonly HTMLTableRowElement[]
  /** The address of the list from this part on. */
  readonly address: string
}

interface List {
  readonly table: HTMLTableElement
  readonly foot: HTMLElement
  readonly parts: Part[]
  /** A page that is on its way. */
  loading: Promise<void> | null
  hasFailed: boolean
}

let list: List | null = null

/** Says that rows have come, or are drawn again. */
const changed = 'desk:rows'

export const onRows = (run: () => void): void => document.addEventListener(changed, run)

const rowsOf = ({ parts }: List): readonly HTMLTableRowElement[] => parts.flatMap(({ rows }) => rows)

/** Every row that was loaded, also those that are not drawn now. */
export const loadedRows = (): readonly HTMLTableRowElement[] =>
  list ? rowsOf(list) : [...document.querySelectorAll<HTMLTableRowElement>('[data-desk-rows] tbody tr')]

const olderLink = (foot: ParentNode): HTMLAnchorElement | null =>
  foot.querySelector<HTMLAnchorElement>('a[data-desk-older]')

const isDrawn = ({ rows }: Part): boolean => rows[0]?.isConnected === true

/** In place of rows, as high as they are. */
const spaceFor = ({ rows }: Part, height: number): HTMLTableRowElement => {
  const [row, cell] = [document.createElement('tr'), document.createElement('td')]
  cell.colSpan = rows[0]?.cells.length ?? 1
  cell.style.height = `${height}px`
  cell.style.padding = '0'
  row.ariaHidden = 'true'
  row.append(cell)
  return row
}

/** Draws some parts and takes others out, all heights measured before anything changes: the table is laid out once. */
const redraw = (drawn: readonly Part[], hidden: readonly Part[]): void => {
  // A row that has the focus is not taken out.
  const measured = hidden
    .filter((part) => isDrawn(part) && !part.body.contains(document.activeElement))
    .map((part) => ({ part, height: part.body.getBoundingClientRect().height }))
  const missing = drawn.filter((part) => !isDrawn(part))
  for (const { part, height } of measured) part.body.replaceChildren(spaceFor(part, height))
  for (const part of missing) part.body.replaceChildren(...part.rows)
  if (measured.length + missing.length > 0) document.dispatchEvent(new Event(changed))
}

const countRows = (own: List): void => {
  const all = rowsOf(own)
  // The heads are the first row, and how many there are in all is not known.
  own.table.ariaRowCount = olderLink(own.foot) ? '-1' : String(all.length + 1)
  const known = all.length - (own.parts.at(-1)?.rows.length ?? 0)
  for (const [at, row] of all.slice(known).entries()) row.ariaRowIndex = String(known + at + 2)
  const count = own.foot.firstElementChild?.firstChild
  if (count?.nodeType === Node.TEXT_NODE && /^\d+$/.test(count.textContent ?? ''))
    count.textContent = String(all.length)
}

/** Columns do not become narrower when rows are taken out. */
const keepWidths = ({ table }: List): void => {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
  const widths = heads.map((head) => head.getBoundingClientRect().width)
  for (const [at, head] of heads.entries()) head.style.minWidth = `${widths[at] ?? 0}px`
}

const freeWidths = ({ table }: List): void => {
  for (const head of table.tHead?.rows[0]?.cells ?? []) head.style.minWidth = ''
}

const readPage = async (address: string): Promise<Document | null> => {
  try {
    const answer = await fetch(address, { credentials: 'same-origin', cache: 'no-store' })
    if (!answer.ok || answer.redirected) return null
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
  } catch {
    return null
  }
}

const partOf = (body: HTMLTableSectionElement, address: string): Part => ({
  body,
  rows: [...body.rows],
  address,
})

const bodyIn = (page: Document, { table }: List): HTMLTableSectionElement | null =>
  [...page.querySelectorAll<HTMLTableElement>('table[data-desk-rows]')].find(
    (one) => one.ariaLabel === table.ariaLabel,
  )?.tBodies[0] ?? null

/** Adds the page that the link leads to, and lets the link lead to the one after it. */
const addPage = async (own: List, link: HTMLAnchorElement, watch: (part: Part) => void): Promise<void> => {
  const page = await readPage(link.href)
  const found = page && bodyIn(page, own)
  if (!page || !found) {
    own.hasFailed = true
    return
  }
  keepWidths(own)
  const body = document.importNode(found, true)
  own.table.append(body)
  const part = partOf(body, link.href)
  own.parts.push(part)
  const next = olderLink(page)
  if (next) link.href = next.href
  else link.remove()
  countRows(own)
  watch(part)
  document.dispatchEvent(new Event(changed))
}

const loadNext = (own: List, watch: (part: Part) => void): Promise<void> => {
  const link = olderLink(own.foot)
  if (!link || own.hasFailed || rowsOf(own).length >= mostLoaded) return Promise.resolve()
  own.loading ??= addPage(own, link, watch).finally(() => (own.loading = null))
  return own.loading
}

/** Draws what is near the window and takes out what is not, once there are more rows than a few pages have. */
const watchParts = (own: List): ((part: Part) => void) => {
  const byBody = new Map<Element, Part>()
  const observer = new IntersectionObserver(
    (entries) => {
      const isLong = rowsOf(own).length > mostDrawn
      const partsOf = (isNear: boolean): Part[] =>
        entries.flatMap((entry) => (entry.isIntersecting === isNear ? (byBody.get(entry.target) ?? []) : []))
      redraw(partsOf(true), isLong ? partsOf(false) : [])
    },
    { rootMargin: nearby },
  )
  return (part) => {
    byBody.set(part.body, part)
    observer.observe(part.body)
    // Those that went out of sight while the list was short.
    if (rowsOf(own).length > mostDrawn)
      for (const one of own.parts) {
        observer.unobserve(one.body)
        observer.observe(one.body)
      }
  }
}

let watchPart: (part: Part) => void = () => undefined

const watchFoot = (own: List): void => {
  const observer = new IntersectionObserver(
    (entries) => {
      // The observer has one entry for a foot that left the window, and one for its return.
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      void loadNext(own, watchPart).then(() => {
        // It is still in the window when the page was short: the next page is loaded too.
        observer.unobserve(own.foot)
        if (olderLink(own.foot) && !own.hasFailed && rowsOf(own).length < mostLoaded)
          observer.observe(own.foot)
      })
    },
    { rootMargin: nearby },
  )
  observer.observe(own.foot)
}

/** Draws, or loads, the row after or before this one where that is on another page of the list. */
export const openBeyond = async (row: Element, step: 1 | -1): Promise<void> => {
  if (!list) return
  const own = list
  const at = own.parts.findIndex(({ body }) => body.contains(row))
  const part = own.parts[at]
  const edge = step === 1 ? part?.rows.at(-1) : part?.rows[0]
  if (!part || edge !== row) return
  const next = own.parts[at + step]
  if (next) redraw([next], [])
  else if (step === 1) await loadNext(own, watchPart)
}

/** On the way back from a row the list shows the part that has it. */
const rememberPart = (own: List, event: MouseEvent): void => {
  const { target, ctrlKey, metaKey, shiftKey } = event
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey || !target.closest('tbody a')) return
  const part = own.parts.find(({ body }) => body.contains(target))
  if (part && part !== own.parts[0]) history.replaceState(history.state, '', part.address)
}

/** The pages of the list that are drawn in the window now, each with its address; the page itself for a list of one. */
export const drawnParts = (): readonly Pick<Part, 'address' | 'rows'>[] => {
  if (!list) return [{ address: location.href, rows: loadedRows() }]
  return list.parts.filter((part) => {
    if (!isDrawn(part)) return false
    const { top, bottom } = part.body.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}

const tableBefore = (foot: HTMLElement): HTMLTableElement | undefined =>
  [...document.querySelectorAll<HTMLTableElement>('table[data-desk-rows]')].findLast(
    (table) => (table.compareDocumentPosition(foot) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )

/**
 * Adds the next page of a list to it before its end is reached. Of more than 200 rows those far from the window are taken out
 * of the
 * document, and their place is kept. Without this script there are links to the pages.
 */
export const watchMoreRows = (): void => {
  const link = olderLink(document)
  const foot = link?.closest<HTMLElement>('[data-desk-foot]')
  const table = foot && tableBefore(foot)
  const body = table?.tBodies[0]
  // With several lists on a page it is not clear which one continues.
  if (!foot || !table || !body || document.querySelectorAll('a[data-desk-older]').length > 1) return
  const own: List = { table, foot, parts: [partOf(body, location.href)], loading: null, hasFailed: false }
  list = own
  countRows(own)
  watchPart = watchParts(own)
  for (const part of own.parts) watchPart(part)
  watchFoot(own)
  table.addEventListener('click', (event) => rememberPart(own, event))
  window.addEventListener('resize', () => freeWidths(own))
}
