import { use } from 'react'
import { useLocation } from 'react-router'
import { localAddress } from '#shared/locale-path.ts'
import { shopLocales } from '#shared/locale.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { RenderingContext } from '../request/render-context.ts'
import { shellMessages } from '../messages/shell-messages.ts'
import styles from './language-switch.module.css'

/** Links to this page in every language of the shop; nothing where there is one. Needs no script. */
export const LanguageSwitch = () => {
  const { pathname, search } = useLocation()
  const { failure } = use(RenderingContext)
  const current = useLocale()
  const t = useMessages(shellMessages)
  if (shopLocales.length < 2) return null
  // What is not here is not there in another language either.
  const address = failure === null ? `${pathname}${search}` : '/'
  return (
    <nav className={styles.languages} aria-label={t('language')}>
      <ul>
        {shopLocales.map(({ code, name }) => (
          <li key={code}>
            <a
              href={localAddress(address, code)}
              hrefLang={code}
              lang={code}
              aria-current={code === current ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
