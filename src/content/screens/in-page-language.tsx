import type { ReactNode } from 'react'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { useLocale } from '#ui/locale-context.ts'
import styles from './in-page-language.module.css'

interface InPageLanguageProps {
  /** The languages that the content exists in; undefined for all. */
  readonly languages: readonly Locale[] | undefined
  readonly children: ReactNode
}

/** Content of a page, marked as in the first language where the page's own is not among its languages. */
export const InPageLanguage = ({ languages, children }: InPageLanguageProps) => {
  const locale = useLocale()
  return languages === undefined || languages.includes(locale) ? (
    children
  ) : (
    <div className={styles.untranslated} lang={defaultLocale}>
      {children}
    </div>
  )
}
