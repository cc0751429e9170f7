import { createContext, use } from 'react'
import { ownValue } from '#shared/own-value.ts'

/** What the catalogue says in the language of the page, by its own text; nothing on pages of the first language. */
export const CatalogueTextsContext = createContext<Readonly<Record<string, string>>>({})

/** Gives a text of the catalogue, such as the name of a plan, in the language of the page; one without translation stays. */
export const useCatalogueText = (): ((text: string) => string) => {
  const texts = use(CatalogueTextsContext)
  return (text) => ownValue(texts, text) ?? text
}
