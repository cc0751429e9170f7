/** What a page says has happened, as an element of its own: `data-event` and what it says of it. */
export interface PageMark {
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
  /** The cart as it stands, where the page shows it. */
  readonly cart: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const read = ({ dataset }: HTMLElement): PageMark => {
  const properties = parsed(dataset['properties'])
  return {
    event: dataset['event'] ?? '',
    properties: isRecord(properties) ? properties : {},
    cart: parsed(dataset['cart']),
  }
}

const textOf = ({ dataset }: HTMLElement): string =>
  [dataset['event'], dataset['properties'], dataset['cart']].join('\n')

interface PageWatch {
  /** Another page is shown: at the start, and whenever the address changes without a new document. */
  readonly opened: () => void
  /** A mark of the page; `isNew` when its event was not on the page before. */
  readonly told: (mark: PageMark, isNew: boolean) => void
}

/** Tells of the page and its marks, now and whenever they change. */
export const watchPage = ({ opened, told }: PageWatch): void => {
  let path = ''
  let seen: ReadonlyMap<string, string> = new Map()
  const look = (): void => {
    if (location.pathname !== path) {
      path = location.pathname
      seen = new Map()
      opened()
    }
    const marks = [...document.querySelectorAll<HTMLElement>('template[data-event]')]
    const before = seen
    seen = new Map(marks.map((mark) => [mark.dataset['event'] ?? '', textOf(mark)]))
    for (const mark of marks) {
      const name = mark.dataset['event'] ?? ''
      if (before.get(name) !== textOf(mark)) told(read(mark), !before.has(name))
    }
  }
  const attributeFilter = ['data-event', 'data-properties', 'data-cart']
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter,
  })
  addEventListener('popstate', look)
  // A page that comes back from the browser's memory is read once more.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    path = ''
    look()
  })
  look()
}
