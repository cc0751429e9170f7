import type { ContentBlock } from './content-block.ts'
import type { ContentPage } from './content-page.ts'
import type { InlinePiece } from './inline-text.ts'
import { inlinePieces } from './inline-text.ts'
import type { Locale } from '#shared/locale.ts'

/** A question of a page and its answer, as plain text. */
export interface PageQuestion {
  readonly question: string
  readonly answer: string
}

interface Answering {
  readonly locale: Locale
  /** The text of a price or a fee, as the page shows it. */
  readonly amount: (piece: Extract<InlinePiece, { kind: 'price' | 'shipping' }>) => string
}

const plainText = (text: string, { locale, amount }: Answering): string =>
  inlinePieces(text, locale)
    .map((piece) => (piece.kind === 'price' || piece.kind === 'shipping' ? amount(piece) : piece.text))
    .join('')
    // The mark of a claim leads to the disclaimer below.
    .replaceAll('*', '')

const questionsIn = (block: ContentBlock, answering: Answering): PageQuestion[] => {
  if (block.kind === 'section') return block.blocks.flatMap((inner) => questionsIn(inner, answering))
  if (block.kind !== 'accordion') return []
  return block.items
    .filter(({ title }) => title.endsWith('?'))
    .map(({ title, text }) => ({ question: title, answer: plainText(text, answering) }))
}

/** What a page asks and answers in its accordions, in order. */
export const pageQuestions = (
  { sections }: Pick<ContentPage, 'sections'>,
  answering: Answering,
): PageQuestion[] =>
  sections.flatMap((section) =>
    section.kind === 'text' ? section.blocks.flatMap((block) => questionsIn(block, answering)) : [],
  )
