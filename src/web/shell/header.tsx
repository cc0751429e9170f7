import { use } from 'react'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { shellMessages } from '../messages/shell-messages.ts'
import { AccountMenu } from './account-menu.tsx'
import { BrandMark } from './brand-mark.tsx'
import { drawerId } from './drawer.tsx'
import burger from './burger.module.css'
import styles from './header.module.css'
import type { layoutOf } from './layout-rules.ts'
import { shows } from './layout-rules.ts'
import { referPath } from './navigation.ts'
import { Panels } from './panels.tsx'
import type { ShellFacts } from './shell.tsx'

interface HeaderProps extends Pick<ShellFacts, 'member' | 'prices'> {
  readonly layout: ReturnType<typeof layoutOf>
  readonly path: string
}

/** Opens the drawer without scripts where the browser knows invoker commands; elsewhere the shell's script does it. */
const openDrawer = { command: 'show-modal', commandfor: drawerId }

const MenuButton = () => (
  <button
    type="button"
    className={burger.button}
    aria-label={useMessages(shellMessages)('openMenu')}
    aria-haspopup="dialog"
    {...openDrawer}
  >
    <i />
    <i />
    <i />
  </button>
)

/**
 * Cart with its count when it holds something, else Buy Now, or the badged earn link for members on narrow screens
 * (spec §6). The page is the same for all visitors, so the browser's own record of the cart decides which is seen.
 */
const CartOrBuy = ({ member }: Pick<ShellFacts, 'member'>) => {
  const { hasLoyalty } = use(SiteContext)
  const t = useMessages(shellMessages)
  const earns = member !== null && hasLoyalty
  return (
    <>
      <a className={classNames(styles.pill, styles.cart)} href="/cart" data-cart-link="">
        {t('cart')} <span className={styles.count} data-cart-count="" />
      </a>
      <a className={classNames(styles.pill, styles.buy, earns && styles.buyWide)} href="/get-started">
        {t('buyNow')}
      </a>
      {earns ? (
        <a className={classNames(styles.pill, styles.earn)} href={referPath}>
          {t('refer')} <Badge>{t('newBadge')}</Badge>
        </a>
      ) : null}
      <noscript>
        <a className={styles.plainCart} href="/cart">
          {t('cart')}
        </a>
      </noscript>
    </>
  )
}

const Actions = ({ member, path }: Pick<HeaderProps, 'member' | 'path'>) => {
  const t = useMessages(shellMessages)
  return (
    <div className={styles.actions}>
      {member ? (
        <>
          <AccountMenu email={member.email} />
          <a className={classNames(styles.link, styles.narrowOnly)} href="/account/home">
            {t('account')}
          </a>
        </>
      ) : null}
      {!member ? (
        <a
          className={classNames(styles.link, styles.wideOnly)}
          href="/login"
          aria-current={path === '/login' ? 'page' : undefined}
        >
          {t('login')}
        </a>
      ) : null}
      <CartOrBuy member={member} />
    </div>
  )
}

const BackToCart = () => (
  <a className={classNames(text.small, styles.back)} href="/cart">
    {useMessages(shellMessages)('backToCart')}
  </a>
)

/** The bar at the top of every page: mark, menus, account, cart. */
export const Header = ({ layout, member, prices, path }: HeaderProps) => (
  <header className={classNames(styles.header, layout.overlaysPicture && styles.over)} data-header="">
    <div className={styles.bar}>
      {shows(layout, 'menu') ? <MenuButton /> : null}
      <BrandMark />
      {shows(layout, 'left-navigation') ? <Panels prices={prices} /> : null}
      {shows(layout, 'actions') ? (
        <Actions member={member} path={path} />
      ) : (
        <div className={styles.actions}>
          <BackToCart />
        </div>
      )}
    </div>
  </header>
)
