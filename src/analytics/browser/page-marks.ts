import { isRecord } from '#shared/is-record.ts'

/** An event that a page marks, as an element: `data-event` and its properties. */
export interface PageMark {
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
  /** The current cart, if the page shows it. */
  readonly cart: unknown
}

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

interface PageObserver {
  /** Another page is shown: at the start, and whenever the address changes without a new document. */
  readonly onPage: () => void
  /** A mark of the page; `isNew` when its event was not on the page before. */
  readonly onMark: (mark: PageMark, isNew: boolean) => void
}

/** Reports the page and its marks, now and whenever they change. */
export const watchPage = ({ onPage, onMark }: PageObserver): void => {
  let path = ''
  let seenMarks: ReadonlyMap<string, string> = new Map()
  const scan = (): void => {
    if (location.pathname !== path) {
      path = location.pathname
      seenMarks = new Map()
      onPage()
    }
    const marks = [...document.querySelectorAll<HTMLElement>('template[data-event]')]
    const previousMarks = seenMarks
    seenMarks = new Map(marks.map((mark) => [mark.dataset['event'] ?? '', textOf(mark)]))
    for (const mark of marks) {
      const name = mark.dataset['event'] ?? ''
      if (previousMarks.get(name) !== textOf(mark)) onMark(read(mark), !previousMarks.has(name))
    }
  }
  const attributeFilter = ['data-event', 'data-properties', 'data-cart']
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter,
  })
  addEventListener('popstate', scan)
  // A page that comes back from the browser's memory is read again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    path = ''
    scan()
  })
  scan()
}
