import { use } from 'react'
import type { ProductReply } from '#catalogue/endpoints.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AgentBanner } from '#agent/screens/agent-banner.tsx'
import type { BannerImpersonation } from '#agent/screens/agent-banner.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { brand } from '#shared/brand.ts'
import type { ConsentStatus } from '#consent/rules/consent.ts'
import { ConsentBanner } from '#consent/screens/consent-banner.tsx'
import { shellMessages } from '../messages/shell-messages.ts'
import { Drawer } from './drawer.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { asksConsent, bareLayout, defaultLayout, layoutOf, shows, showsBanner } from './layout-rules.ts'
import { isForReading } from '../routing/paths.ts'
import { quizPath } from './navigation.ts'
import styles from './shell.module.css'

/** Promotes the quiz; hidden by the style sheet where a promo code is stored (spec §2). */
const QuizBanner = () => {
  const t = useMessages(shellMessages)
  return (
    <aside className={styles.banner} aria-label={t('quiz')}>
      <a href={quizPath}>
        <span>{t('quizFor', { product: brand.quizProduct ?? brand.name })}</span>
        <u>{t('quizLength')}</u>
      </a>
    </aside>
  )
}

const DemonstrationNote = () => {
  const t = useMessages(shellMessages)
  return (
    <aside className={styles.demonstration} aria-label={t('demonstration')}>
      {t('demonstrationNote', { brand: brand.name })}
    </aside>
  )
}

export interface ShellFacts {
  readonly member: { readonly email: string } | null
  /** While a support agent acts for the member. */
  readonly impersonation: BannerImpersonation | null
  readonly quizAudience: boolean
  /** Whether the page asks for consent (spec §9). */
  readonly consent: ConsentStatus
  /** Numeric strings of the plans endpoint by plan code. */
  readonly prices: Readonly<Record<string, string>>
}

interface ShellProps extends ShellFacts {
  /** Of an error page, which keeps its layout unless the shell itself failed; null otherwise. */
  readonly failed: { readonly isOfShell: boolean; readonly status: number } | null
  readonly children: ReactNode
}

const layoutFor = (path: string, products: readonly ProductReply[], failed: ShellProps['failed']) => {
  const pageLayout = layoutOf(path, products)
  if (failed === null) return pageLayout
  // The part of the shell that broke is not drawn again.
  if (failed.isOfShell && failed.status >= 500) return bareLayout
  // Pages without the shell have a logo and links of their own, which a failed page lacks.
  return shows(pageLayout, 'header') ? { ...pageLayout, over: false } : defaultLayout
}

/** Header, drawer, page, footer; `layout-rules.ts` says which page hides which. */
export const Shell = ({
  member,
  impersonation,
  quizAudience,
  consent,
  prices,
  failed,
  children,
}: ShellProps) => {
  const { pathname } = useLocation()
  const layout = layoutFor(pathname, use(ProductsContext), failed)
  return (
    <>
      <a className={styles.skip} href="#main">
        {useMessages(shellMessages)('skip')}
      </a>
      {impersonation ? <AgentBanner {...impersonation} /> : null}
      {consent !== 'decided' && asksConsent(layout, pathname) ? (
        <ConsentBanner status={consent} path={pathname} />
      ) : null}
      {showsBanner(layout, { member, quizAudience }) ? <QuizBanner /> : null}
      {shows(layout, 'header') ? (
        <Header layout={layout} member={member} prices={prices} path={pathname} />
      ) : null}
      {shows(layout, 'menu') ? <Drawer member={member} /> : null}
      <main
        id="main"
        className={layout.overlaysPicture ? styles.under : undefined}
        // Pages with React are none of those: the browser needs no list of addresses.
        data-fade={import.meta.env.SSR && isForReading(pathname) ? '' : undefined}
        tabIndex={-1}
      >
        {children}
      </main>
      {shows(layout, 'footer') ? <Footer path={pathname} /> : null}
      {brand.isDemonstration && shows(layout, 'header') ? <DemonstrationNote /> : null}
    </>
  )
}
