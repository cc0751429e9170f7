import type { ContentPage } from './content-page.ts'
import { isRecord } from '#shared/is-record.ts'

const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isRecord(value)) return []
  const { name, alt } = value
  if (typeof name === 'string' && typeof alt === 'string') return [name]
  return Object.values(value).flatMap(namesIn)
}

/** The names of a page's pictures, each once, in the order in which a reader meets them. */
export const pagePictures = ({
  product,
  sections,
}: Pick<ContentPage, 'product' | 'sections'>): readonly string[] => [
  ...new Set([...namesIn(product?.gallery), ...namesIn(sections)]),
]
