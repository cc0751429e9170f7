import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { defaultLocale } from '#shared/locale.ts'
import { useLocale } from './locale-context.ts'

/** A text in the first language of the shop; on a page of another one it is marked as such, so that it is read aloud in its own. */
export const InFirstLanguage = ({ children }: { readonly children: ReactNode }) =>
  useLocale() === defaultLocale ? children : <span lang={defaultLocale}>{children}</span>

/** Texts of data that a page shows in the first language, because they have no translation. */
export const UntranslatedContext = createContext<ReadonlySet<string>>(new Set())

/** A text of data, marked where it stayed in the first language. */
export const DataText = ({ of: text }: { readonly of: string }) =>
  use(UntranslatedContext).has(text) ? <InFirstLanguage>{text}</InFirstLanguage> : text
