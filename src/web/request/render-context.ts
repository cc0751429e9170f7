import { createContext } from 'react'
import type { ProductReply } from '#catalogue/endpoints.ts'

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
  /** Of the menus, where the shell could not read them. */
  readonly products: readonly ProductReply[]
}

export const RenderingContext = createContext<Rendering>({ failure: null, products: [] })
