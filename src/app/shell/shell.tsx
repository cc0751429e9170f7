import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Drawer } from './drawer.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { layoutOf, shows } from './layout-rules.ts'
import { QuizBanner } from './quiz-banner.tsx'
import styles from './shell.module.css'

export interface ShellFacts {
  readonly member: { readonly email: string } | null
  readonly quizAudience: boolean
  /** Numeric strings of the plans call by plan code. */
  readonly prices: Readonly<Record<string, string>>
}

interface ShellProps extends ShellFacts {
  /** An error page: ordinary header, whatever the address asks for. */
  readonly plain: boolean
  readonly children: ReactNode
}

/** Header, drawer, page, footer; which page hides which stands in `layout-rules.ts`. */
export const Shell = ({ member, quizAudience, prices, plain, children }: ShellProps) => {
  const { pathname } = useLocation()
  const layout = plain ? { ...layoutOf(pathname), over: false } : layoutOf(pathname)
  const banner = shows(layout, 'banner') && quizAudience
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {banner ? <QuizBanner /> : null}
      <Header layout={layout} member={member} prices={prices} path={pathname} />
      {shows(layout, 'menu') ? <Drawer member={member} /> : null}
      <main id="main" className={layout.over ? styles.under : undefined} tabIndex={-1}>
        {children}
      </main>
      {shows(layout, 'footer') ? <Footer /> : null}
    </>
  )
}
