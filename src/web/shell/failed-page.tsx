import { use } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { withoutKeys } from '#analytics/rules/site-down.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { brand } from '#shared/brand.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { PageEvent } from '#ui/page-event.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PictureSplit } from '#ui/picture-split.tsx'
import text from '#ui/text.module.css'
import { RenderingContext } from '../request/render-context.ts'
import { shellMessages } from '../messages/shell-messages.ts'
import { siteDownMark } from './browser/site-down.ts'
import { likelyPages } from './likely-pages.ts'
import styles from './shell.module.css'

interface FailedPageProps {
  /** Of the account: next to its navigation, without a picture of its own. */
  readonly ofAccount?: boolean
}

/** Shown instead of a page that was not found, was refused or crashed: one for every boundary (spec §2). */
export const FailedPage = ({ ofAccount = false }: FailedPageProps) => {
  const { failure } = use(RenderingContext)
  const error = useRouteError()
  const status = failure?.status ?? (isRouteErrorResponse(error) ? error.status : 500)
  return (
    <Fallback
      status={status}
      detail={failure?.detail ?? null}
      requestId={failure?.requestId ?? null}
      brandName={brand.name}
      ofAccount={ofAccount}
    />
  )
}

interface FallbackProps {
  readonly status: number
  /** The catalogue's sentence; null where nothing more is known. */
  readonly detail: string | null
  readonly requestId: string | null
  readonly brandName: string
  /** Next to the account's navigation. */
  readonly ofAccount: boolean
}

const LikelyPages = ({ path }: { readonly path: string }) => {
  const t = useMessages(shellMessages)
  const links = likelyPages(path, use(ProductsContext), useLocale())
  return links.length === 0 ? null : (
    <nav className={styles.likely} aria-labelledby="likely">
      <h2 className={text.h4} id="likely">
        {t('didYouMean')}
      </h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>
              <span>{label}</span>
              <span className={styles.likelyPath}>{href}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Says what happened, suggests likely pages, and links to the most used ones. */
const NotFound = ({ path }: { readonly path: string }) => {
  const t = useMessages(shellMessages)
  return (
    <PictureSplit picture="not-found">
      <h1 className={text.d2}>{t('nothingHere')}</h1>
      <p className={styles.fallbackText}>{t('notFoundText')}</p>
      <LikelyPages path={path} />
      <p className={styles.fallbackActions}>
        <ButtonLink kind="primary" href="/get-started">
          {t('goToShop')}
        </ButtonLink>
        <ButtonLink kind="link" href="/order">
          {t('findYourOrder')}
        </ButtonLink>
        <ButtonLink kind="link" href="/contact">
          {t('contactUs')}
        </ButtonLink>
      </p>
    </PictureSplit>
  )
}

/** The same for members, whose own pages are in the navigation next to it. */
const NotFoundOfAccount = () => {
  const t = useMessages(shellMessages)
  return (
    <>
      <h1 className={text.d2}>{t('nothingHere')}</h1>
      <p className={styles.fallbackText}>{t('notFoundInAccount')}</p>
      <p className={styles.fallbackActions}>
        <ButtonLink kind="secondary" href="/account/home">
          {t('yourAccount')}
        </ButtonLink>
        <ButtonLink kind="link" href="/contact">
          {t('contactUs')}
        </ButtonLink>
      </p>
    </>
  )
}

interface RefusedProps {
  readonly detail: string
  readonly ofAccount: boolean
}

const Refused = ({ detail, ofAccount }: RefusedProps) => {
  const t = useMessages(shellMessages)
  return (
    <>
      <h1 className={text.d2}>{t('refused')}</h1>
      <p className={styles.fallbackText}>{detail}</p>
      <p className={styles.fallbackActions}>
        <ButtonLink kind="secondary" href={ofAccount ? '/account/home' : '/'}>
          {ofAccount ? t('yourAccount') : t('home')}
        </ButtonLink>
      </p>
    </>
  )
}

/** An empty address is the page itself, so the button refreshes it without scripts. */
const Broken = () => {
  const t = useMessages(shellMessages)
  return (
    <div {...siteDownMark}>
      <PageEvent name="Site Down" properties={{ page: withoutKeys(useLocation().pathname) }} />
      <h1 className={text.d2}>{t('somethingWentWrong')}</h1>
      <p className={styles.fallbackText}>{t('teamNotified')}</p>
      <p className={styles.fallbackActions}>
        <ButtonLink href="">{t('refreshPage')}</ButtonLink>
      </p>
    </div>
  )
}

/** Shown instead of a page that was not found, was refused or crashed (spec §2). */
const Fallback = ({ status, detail, requestId, brandName, ofAccount }: FallbackProps) => {
  const { pathname } = useLocation()
  const t = useMessages(shellMessages)
  const head = (
    <PageHead title={`${status === 404 ? t('notFoundTitle') : t('sorry')} | ${brandName}`} unlisted />
  )
  if (status === 404)
    return (
      <>
        {head}
        {ofAccount ? <NotFoundOfAccount /> : <NotFound path={pathname} />}
      </>
    )
  const message = status === 404 ? t('nothingHereSentence') : detail
  return (
    <div className={ofAccount ? undefined : styles.fallback}>
      {head}
      {status < 500 && message ? <Refused detail={message} ofAccount={ofAccount} /> : <Broken />}
      {requestId && status >= 500 ? <p className={text.micro}>{t('request', { id: requestId })}</p> : null}
    </div>
  )
}
