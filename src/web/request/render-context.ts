import { createContext } from 'react'

/** What the document needs to know about its rendering in addition to its data. */
export interface Rendering {
  /** Of the error page; null where nothing failed. */
  readonly failure: {
    /** Whether the shell around the page failed, and not the page alone. */
    readonly isOfShell: boolean
    readonly status: number
    readonly detail: string | null
    readonly requestId: string
  } | null
}

export const RenderingContext = createContext<Rendering>({ failure: null })
