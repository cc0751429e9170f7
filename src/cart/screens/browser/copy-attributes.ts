/** Gives an element the attributes of another; one that the other lacks is removed. */
export const copyAttributes = (from: Element, to: Element, names: readonly string[]): void => {
  for (const name of names) {
    const value = from.getAttribute(name)
    if (value === null) to.removeAttribute(name)
    else to.setAttribute(name, value)
  }
}
