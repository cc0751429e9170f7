import { use } from 'react'
import type { ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import { PageHead, SiteContext } from '#ui/page-head.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './account-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

const places = {
  home: { label: 'home', href: '/account/home' },
  subscriptions: { label: 'subscriptions', href: '/account/subscriptions' },
  orders: { label: 'orderHistory', href: '/account/orders' },
  circle: { label: 'innerCircle', href: '/account/inner-circle' },
  settings: { label: 'settings', href: '/account' },
} as const

type Place = keyof typeof places

interface AccountPlaceProps {
  /** Marked in the navigation; null where no place of it was reached. */
  readonly at: Place | null
  readonly children: ReactNode
}

/** The account's own navigation at the left, next to the content, 2 to 8. */
export const AccountPlace = ({ at, children }: AccountPlaceProps) => {
  const t = useMessages(settingsMessages)

  const { hasLoyalty } = use(SiteContext)
  const links = Object.entries(places).filter(([place]) => hasLoyalty || place !== 'circle')
  return (
    <div className={styles.frame}>
      <nav className={styles.navigation} aria-label={t('myAccount')}>
        <ul>
          {links.map(([place, { label, href }]) => (
            <li key={place}>
              <a className={styles.link} href={href} aria-current={place === at ? 'page' : undefined}>
                {t(label)}
              </a>
            </li>
          ))}
          <li>
            <form method="post" action="/sign-out">
              <button className={classNames(styles.link, styles.signOut)}>{t('signOut')}</button>
            </form>
          </li>
        </ul>
      </nav>
      <div className={styles.page}>{children}</div>
    </div>
  )
}

interface AccountFrameProps {
  readonly at: Place
  readonly title: string
  /** Shown in the tab instead of the heading, if that is a greeting. */
  readonly tab?: string
  /** The heading, if it is more than text. */
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/** Every page of a member: its title and its place in the account. */
export const AccountFrame = ({ at, title, tab, heading, children }: AccountFrameProps) => {
  const t = useMessages(settingsMessages)
  return (
    <AccountPlace at={at}>
      <PageHead title={t('tab', { title: tab ?? title, brand: brand.name })} unlisted />
      <h1 className={text.d2}>{heading ?? title}</h1>
      {children}
    </AccountPlace>
  )
}
