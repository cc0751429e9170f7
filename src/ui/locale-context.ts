import { createContext, createElement, Fragment, use } from 'react'
import type { ReactNode } from 'react'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { Messages } from '#shared/messages.ts'

/** What the page is written in. */
export const LocaleContext = createContext<Locale>(defaultLocale)

export const useLocale = (): Locale => use(LocaleContext)

type Texts = Readonly<Record<string, string>>

/** The texts of a catalog in the language of the page: `const t = useMessages(cartMessages)`, then `t('title')`. */
export const useMessages = <T extends Texts>(messages: Messages<T>) => messages.in(useLocale())

/** The parts of `t.rich(…)` as one node: `rich(t.rich('terms', { link: (text) => <a href="/terms">{text}</a> }))`. */
export const rich = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
