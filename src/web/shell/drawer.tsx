import { use } from 'react'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { Badge } from '#ui/badge.tsx'
import { DisclosureIcon } from '#ui/disclosure-icon.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { shellMessages } from '../messages/shell-messages.ts'
import { SignOut, useMemberLinks } from './account-menu.tsx'
import { BrandMark } from './brand-mark.tsx'
import styles from './drawer.module.css'
import { brandMenuIn } from '#shared/brand-menu.ts'
import { productLinks, referLinkPath, refillsPath } from './navigation.ts'
import type { NavigationLink } from './navigation.ts'
import type { ShellFacts } from './shell.tsx'

export const drawerId = 'drawer'

const closeDrawer = { command: 'close', commandfor: drawerId }

const Section = ({ label, links }: { readonly label: string; readonly links: readonly NavigationLink[] }) => (
  <details className={styles.section}>
    <summary className={styles.title}>
      {label}
      <DisclosureIcon />
    </summary>
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.label}</a>
        </li>
      ))}
    </ul>
  </details>
)

const ShopSection = () => {
  const t = useMessages(shellMessages)
  return (
    <details className={styles.section} open>
      <summary className={styles.title}>
        {t('shop')}
        <DisclosureIcon />
      </summary>
      <ul className={styles.products}>
        {productLinks(use(ProductsContext), useLocale()).map((product) => (
          <li key={product.href}>
            <a href={product.href}>
              <span className={styles.code}>{product.code}</span>
              {product.href === refillsPath ? t('paperPackets') : product.label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Account = ({ member }: Pick<ShellFacts, 'member'>) => {
  const links = useMemberLinks()
  const t = useMessages(shellMessages)
  return (
    <nav className={styles.account} aria-label={t('account')}>
      {member === null ? (
        <a href="/login">{t('login')}</a>
      ) : (
        <>
          {links.map((link) => (
            <a key={link.href} href={link.href}>
              {link.label}
              {link.href === referLinkPath ? <Badge>{t('newBadge')}</Badge> : null}
            </a>
          ))}
          <SignOut className={styles.signOut} />
        </>
      )}
    </nav>
  )
}

/**
 * The menu of narrow screens: a modal dialog, so the browser keeps the focus inside and closes it on Escape (spec §4).
 */
export const Drawer = ({ member }: Pick<ShellFacts, 'member'>) => {
  const t = useMessages(shellMessages)
  const { panels } = brandMenuIn(useLocale())
  return (
    <dialog className={styles.drawer} id={drawerId} aria-label={t('menu')}>
      <div className={styles.bar}>
        <button type="button" className={styles.close} aria-label={t('closeMenu')} {...closeDrawer} />
        <BrandMark />
        <a className={styles.cart} href="/cart">
          {t('cart')} <span data-cart-count="" />
        </a>
      </div>
      <nav aria-label={t('menu')}>
        <ShopSection />
        {panels.map(({ label, links }) => (
          <Section key={label} label={label} links={links} />
        ))}
      </nav>
      <Account member={member} />
    </dialog>
  )
}
