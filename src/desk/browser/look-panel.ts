const say = (panel: HTMLElement, text: string): void => {
  const status = panel.querySelector('[role="status"]')
  if (status) status.textContent = text
}

/** Elements that do something or lead elsewhere. */
const actions =
  'form, script, dialog, video, kbd, a[href^="#"], [data-desk-key], [data-desk-action], [data-desk-crumb]'

/** Whether a section had nothing but such elements, below its heading if it has one. */
const isEmpty = (part: Element): boolean => {
  const [first, ...rest] = part.children
  const below = first?.matches('h2, :has(> h2)') ? rest : [...part.children]
  return below.every(({ textContent }) => textContent?.trim() === '')
}

/** Removes such elements, and the names by which scripts find elements: both belong to the page itself. */
const withoutActions = (main: Element): Element => {
  for (const element of main.querySelectorAll(actions)) element.remove()
  for (const part of main.querySelectorAll('section')) if (isEmpty(part)) part.remove()
  for (const element of main.querySelectorAll('*'))
    for (const name of Array.from(element.attributes, (one) => one.name))
      if (name === 'id' || name.startsWith('data-desk')) element.removeAttribute(name)
  for (const element of main.querySelectorAll('[tabindex="-1"]')) element.removeAttribute('tabindex')
  for (const heading of main.querySelectorAll('h1')) {
    const own = document.createElement('h2')
    own.append(...heading.childNodes)
    heading.replaceWith(own)
  }
  return main
}

const read = async (address: string): Promise<Element | null> => {
  try {
    const answer = await fetch(address, { credentials: 'same-origin', cache: 'no-store' })
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
    if (!answer.ok || answer.redirected || !isPage) return null
    return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
  } catch {
    return null
  }
}

/** Looks at rows in one panel, such as the one beside a list. */
export const createLook = (panelOf: () => HTMLElement | null) => {
  /** The row that is shown; the answers for other rows are ignored. */
  let shown = ''
  const isLooking = (): boolean => panelOf()?.hidden === false
  const close = (): void => {
    const panel = panelOf()
    if (panel) panel.hidden = true
    shown = ''
  }
  const look = async (panel: HTMLElement, link: HTMLAnchorElement): Promise<void> => {
    const { href } = link
    shown = href
    const name = link.textContent.trim()
    panel.hidden = false
    const open = panel.querySelector<HTMLAnchorElement>('a[data-desk-look-open]')
    if (open) open.href = href
    const main = await read(href)
    if (shown !== href) return
    const body = panel.querySelector('[data-desk-look-body]')
    if (!main || !body) return say(panel, `${name} could not be shown. Open it instead.`)
    body.replaceChildren(...withoutActions(document.importNode(main, true)).childNodes)
    body.scrollTop = 0
    say(panel, `${name} is shown beside the list.`)
  }
  return {
    isLooking,
    close,
    /** Opens the panel with the page of a row, or closes it when that row is shown already. */
    toggle: (link: HTMLAnchorElement): void => {
      const panel = panelOf()
      if (!panel) return
      if (isLooking() && shown === link.href) close()
      else void look(panel, link)
    },
    /** Shows another row in the panel that is open. */
    follow: (link: HTMLAnchorElement): void => {
      const panel = panelOf()
      if (panel && isLooking() && shown !== link.href) void look(panel, link)
    },
    watch: (): void => panelOf()?.querySelector('[data-desk-look-close]')?.addEventListener('click', close),
  }
}

/** The panel beside the list of a page. */
export const listLook = createLook(() => document.querySelector<HTMLElement>('main ~ [data-desk-look]'))
