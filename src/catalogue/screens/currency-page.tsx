import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { pageReturnPath } from '#account/rules/return-path.ts'
import { formText } from '#account/screens/form-text.ts'
import { brand } from '#shared/brand.ts'
import { shopCurrencyOf } from '#shared/shop-currency.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { chooseCurrency } from '../endpoints.ts'
import { CurrencySwitch, currencyPath } from './currency-switch.tsx'
import styles from './currency-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'

export const loader = ({ request }: LoaderFunctionArgs) => ({
  returnTo: pageReturnPath(new URL(request.url).searchParams.get('return_to') ?? '', '/'),
})

/** Takes the switch of any page and leads back to it; a currency that the shop does not sell in changes nothing. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const currency = shopCurrencyOf(formText(form, 'currency'))
  const { call } = context.get(shopContext)
  if (currency !== null) await call(chooseCurrency, { currency })
  return redirect(pageReturnPath(formText(form, 'return_to'), currencyPath), 303)
}

/** The choice of the currency, for pages whose footer is hidden. */
const CurrencyPage = () => {
  const { returnTo } = useLoaderData<typeof loader>()
  const t = useMessages(productMessages)
  return (
    <div className={classNames(layout.page, styles.page)}>
      <PageHead title={`${t('currency')} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>{t('currency')}</h1>
      <p className={text.lead}>{t('currencyNote')}</p>
      <CurrencySwitch returnTo={returnTo} isLong />
    </div>
  )
}

export default CurrencyPage
