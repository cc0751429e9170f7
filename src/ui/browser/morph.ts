/** Marks an element whose contents a script of the page draws: they stay, whatever the server renders. */
const drawnMark = 'data-drawn'

/** What only the browser says: an opened disclosure, what works, what a script has filled in, a browser without wallets. */
const browserAttributes = new Set(['open', 'aria-busy', 'data-suggested', 'data-absent'])

const syncAttributes = (current: Element, next: Element): void => {
  const before = Array.from(current.attributes, ({ name }) => name)
  for (const name of before)
    if (!next.hasAttribute(name) && !browserAttributes.has(name)) current.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (current.getAttribute(name) !== value) current.setAttribute(name, value)
}

/** What makes an element the same one in both pages, wherever it is among its siblings. */
const keyOf = (node: Node): string | null => {
  if (!(node instanceof Element)) return null
  const name = node.getAttribute('name')
  const named = name === null ? null : `${name} ${node.getAttribute('value') ?? ''}`
  return node.getAttribute('data-key') ?? (node.id === '' ? named : node.id)
}

const isSame = (current: Node, next: Node): boolean =>
  current.nodeName === next.nodeName &&
  keyOf(current) === keyOf(next) &&
  (!(current instanceof Element && next instanceof Element) || current.className === next.className)

/** A script that was parsed for another document never runs; one that was made here does. */
const runnableCopy = (script: HTMLScriptElement): HTMLScriptElement => {
  const made = document.createElement('script')
  syncAttributes(made, script)
  made.textContent = script.textContent
  return made
}

const adopted = (node: Node): Node => {
  const own = document.importNode(node, true)
  if (own instanceof HTMLScriptElement) return runnableCopy(own)
  if (own instanceof Element)
    for (const script of own.querySelectorAll('script')) script.replaceWith(runnableCopy(script))
  return own
}

/** For each child of the next page the one of this page that becomes it, if there is one. */
const matches = (current: Element, next: Element): ReadonlyMap<Node, Node> => {
  const left = new Set<Node>(current.childNodes)
  const found = new Map<Node, Node>()
  for (const child of next.childNodes) {
    const same = [...left].find((one) => isSame(one, child))
    if (!same) continue
    left.delete(same)
    found.set(child, same)
  }
  return found
}

const becomes = (current: Node, next: Node): void => {
  if (current instanceof Element && next instanceof Element) morph(current, next)
  else if (current.nodeValue !== next.nodeValue) current.nodeValue = next.nodeValue
}

const syncChildren = (current: Element, next: Element): void => {
  const found = matches(current, next)
  const staying = new Set(found.values())
  const [before, after] = [[...current.childNodes], [...next.childNodes]]
  for (const child of before) if (!staying.has(child)) child.remove()
  let place = current.firstChild
  for (const child of after) {
    const same = found.get(child)
    if (same && same === place) place = place.nextSibling
    else current.insertBefore(same ?? adopted(child), place)
    if (same) becomes(same, child)
  }
}

/**
 * Makes an element show what another one shows, an element of the same page as the server renders it now. Whatever is in
 * both stays the same element: it keeps its focus, its caret, its loaded picture and its listeners. What somebody has
 * typed or chosen is not touched either; `showEntered` does that.
 */
export const morph = (current: Element, next: Element): void => {
  syncAttributes(current, next)
  if (!current.hasAttribute(drawnMark)) syncChildren(current, next)
}
