import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { isShopError } from '#shared/errors.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { PageHead } from '#ui/page-head.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { resumeCart, viewAbandonedCart } from '../endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'
import styles from './newsletter-page.module.css'

type Args = Pick<LoaderFunctionArgs, 'context' | 'url'>

const tokenOf = ({ url }: Args): string => url.searchParams.get('token') ?? ''

export const loader = async (args: Args) => {
  const token = tokenOf(args)
  if (token === '') return data({ items: null })
  try {
    const { items } = await args.context.get(shopContext).call(viewAbandonedCart, { token })
    return data({ items })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return data({ items: null }, { status: thrown.status })
  }
}

/** Opens the cart in this browser; a member's only after signing in. */
export const action = async (args: ActionFunctionArgs) => {
  const token = tokenOf(args)
  try {
    await args.context.get(shopContext).call(resumeCart, { token })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    if (thrown.code !== 'UNAUTHENTICATED') return data({ message: thrown.detail }, { status: thrown.status })
    const returnTo = encodeURIComponent(`/continue?token=${token}`)
    return redirect(`/login?return_to=${returnTo}`, 303)
  }
  return redirect('/checkout', 303)
}

interface AbandonedCartProps {
  readonly items: readonly { readonly name: string; readonly quantity: number }[]
}

const AbandonedCart = ({ items }: AbandonedCartProps) => {
  const t = useMessages(newsletterMessages)
  return (
    <form method="post" className={styles.form}>
      <ul className={styles.items}>
        {items.map(({ name, quantity }) => (
          <li key={name}>
            <span>{name}</span>
            <span>× {quantity}</span>
          </li>
        ))}
      </ul>
      <Button kind="primary">{t('continueCheckout')}</Button>
      <p className={classNames(text.small, text.mute, styles.after)}>{t('after')}</p>
    </form>
  )
}

const NoCart = () => {
  const t = useMessages(newsletterMessages)
  return (
    <>
      <p className={classNames(text.lead, text.mute, styles.lead)}>{t('expired')}</p>
      <p className={classNames(layout.actions, styles.form)}>
        <ButtonLink kind="primary" href="/get-started">
          {t('startNow')}
        </ButtonLink>
        <ButtonLink kind="link" href="/order">
          {t('findOrder')}
        </ButtonLink>
      </p>
    </>
  )
}

/** The page of a reminder's link (ruling 5): the abandoned cart, and one button that continues with it. */
const ContinuePage = () => {
  const { items } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const t = useMessages(newsletterMessages)
  return (
    <PictureSplit picture="stored-cart">
      <PageHead title={t('continueTitle', { brand: brand.name })} unlisted />
      <h1 className={text.d2}>{items ? t('continueHeading') : t('continueNothing')}</h1>
      {refused ? <ErrorSummary message={refused.message} className={styles.message} /> : null}
      {items ? <AbandonedCart items={items} /> : <NoCart />}
    </PictureSplit>
  )
}

export default ContinuePage
