import { use } from 'react'
import { brand } from '#shared/brand.ts'
import { SignUpForm } from '#newsletter/screens/sign-up-form.tsx'
import { signUpPath } from '#newsletter/rules/sign-up-form.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { Disclaimer } from '#ui/disclaimer.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { SiteContext } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { shellMessages } from '../messages/shell-messages.ts'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './footer.module.css'
import type { NavigationLink } from './navigation.ts'
import { brandMenuIn } from '#shared/brand-menu.ts'
import { footerColumns, withdrawalLink, withoutRefer } from './navigation.ts'
import { CurrencySwitch } from '#catalogue/screens/currency-switch.tsx'
import { isOfAccount, isShortTask } from '../routing/paths.ts'

const Column = ({
  title,
  links,
}: {
  readonly title: string
  readonly links: readonly { label: string; href: string }[]
}) => (
  <div>
    <h2 className={styles.title}>{title}</h2>
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.label}</a>
        </li>
      ))}
    </ul>
  </div>
)

const Legal = () => {
  const { mayWithdraw } = use(SiteContext)
  const t = useMessages(shellMessages)
  const { legal } = brandMenuIn(useLocale())
  const links: readonly NavigationLink[] = mayWithdraw ? [...legal, withdrawalLink(t)] : legal
  return (
    <div className={styles.legal}>
      <p className={styles.disclaimer}>
        <Disclaimer />
      </p>
      <ul className={styles.legalLinks}>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.label}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The newsletter's own page has the form already. */
const hasSignUp = (path: string): boolean => path === signUpPath

const Columns = () => {
  const { hasLoyalty } = use(SiteContext)
  return footerColumns(use(ProductsContext), useLocale()).map(({ title, links }) => (
    <Column key={title} title={title} links={hasLoyalty ? links : withoutRefer(links)} />
  ))
}

/** Under the pages of an account and those with one short task: help, and what the law asks for. */
const SlimFooter = () => {
  const t = useMessages(shellMessages)
  return (
    <footer className={classNames(styles.footer, styles.slim)}>
      <nav aria-label={t('footer')}>
        <ul className={styles.legalLinks}>
          {brandMenuIn(useLocale()).help.map((link) => (
            <li key={link.href}>
              <a href={link.href}>{link.label}</a>
            </li>
          ))}
        </ul>
      </nav>
      <LanguageSwitch />
      <Legal />
    </footer>
  )
}

/** The footer of every page that has one; pages of an account or with one short task ask nobody to sign up or to shop. */
export const Footer = ({ path }: { readonly path: string }) =>
  isOfAccount(path) || isShortTask(path) ? <SlimFooter /> : <FullFooter path={path} />

const FullFooter = ({ path }: { readonly path: string }) => {
  const t = useMessages(shellMessages)
  return (
    <footer className={styles.footer}>
      <div className={layout.grid}>
        {hasSignUp(path) ? null : (
          <div className={styles.news}>
            <h2 className={classNames(text.d3, styles.newsHead)}>{t('newsletter')}</h2>
            <SignUpForm className={styles.newsForm} returnTo={path} />
          </div>
        )}
        <nav className={styles.columns} aria-label={t('footer')}>
          <Columns />
          <Column title={t('social')} links={brand.social} />
        </nav>
      </div>
      <div className={styles.currency}>
        <CurrencySwitch returnTo={path} />
        <LanguageSwitch />
      </div>
      <Legal />
    </footer>
  )
}
