import { createContext } from 'react-router'
import type { ContentPage } from '#content/rules/content-page.ts'

/** A page as it is typed at the desk, for the page that shows previews. */
export interface TypedPage {
  /** Null where it cannot be shown. */
  readonly shown: ContentPage | null
  /** Why not, in sentences. */
  readonly problems: readonly string[]
}

/** Null for every request but that of the desk's preview. */
export const typedPage = createContext<TypedPage | null>(null)

/** Renders what is typed as visitors would see it. */
export const renderTyped = createContext<(page: TypedPage) => Promise<Response>>()
