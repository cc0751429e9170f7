import { createContext } from 'react'

/** What the document needs to know about its rendering in addition to its data. */
export interface Rendering {
  readonly hydrates: boolean
  /** Of the error page; null where nothing failed. */
  readonly failure: {
    /** Whether the shell around the page failed, and not the page alone. */
    readonly isOfShell: boolean
    readonly status: number
    readonly detail: string | null
    readonly requestId: string
  } | null
}

/** In the browser only hydrating pages that did not fail are rendered again, hence the default. */
export const RenderingContext = createContext<Rendering>({ hydrates: true, failure: null })
