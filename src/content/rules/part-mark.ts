/** The id of a section of a preview, and with `block` of a block in it: the desk opens the preview at the part that is edited. */
export const partMark = (section: number, block?: number): string =>
  block === undefined ? `part-${section}` : `part-${section}-${block}`

/** The mark of a part in the list of a page's parts; null for what is no section and in none. */
export const markOfPart = (
  parts: readonly { readonly id: string; readonly kind: 'page' | 'product' | 'section' | 'block' }[],
  id: string,
): string | null => {
  let [section, block] = [-1, -1]
  for (const { id: own, kind } of parts) {
    if (kind === 'section') [section, block] = [section + 1, -1]
    if (kind === 'block') block += 1
    if (own === id && kind === 'section') return partMark(section)
    if (own === id && kind === 'block') return partMark(section, block)
  }
  return null
}
