/** A stretch of plain text, or an address in it that can be followed. */
export interface TextPart {
  readonly text: string
  readonly href: string | null
}

const address = /https?:\/\/[^\s<>"']+/g
const endOfSentence = /[.,;:!?)\]]+$/

/** Cuts plain text at its web addresses; the parts together are the text again. */
export const linkedText = (text: string): readonly TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const href = match[0].replace(endOfSentence, '')
    parts.push({ text: text.slice(end, match.index), href: null }, { text: href, href })
    end = match.index + href.length
  }
  return [...parts, { text: text.slice(end), href: null }].filter((part) => part.text !== '')
}
