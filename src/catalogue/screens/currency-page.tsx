import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { safeReturnPath } from '#account/rules/return-path.ts'
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

export const loader = ({ request }: LoaderFunctionArgs) => ({
  returnTo: safeReturnPath(new URL(request.url).searchParams.get('return_to') ?? '', '/'),
})

/** Takes the switch of any page and leads back to it; a currency that the shop does not sell in changes nothing. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const currency = shopCurrencyOf(formText(form, 'currency'))
  const { call } = context.get(shopContext)
  if (currency !== null) await call(chooseCurrency, { currency })
  return redirect(safeReturnPath(formText(form, 'return_to'), currencyPath), 303)
}

/** The choice of the currency, for pages whose footer is hidden. */
const CurrencyPage = () => {
  const { returnTo } = useLoaderData<typeof loader>()
  return (
    <div className={classNames(layout.page, styles.page)}>
      <PageHead title={`Currency | ${brand.name}`} unlisted />
      <h1 className={text.d2}>Currency</h1>
      <p className={text.lead}>
        Prices are shown and charged in the currency that you choose. A subscription keeps the currency that
        it began in.
      </p>
      <CurrencySwitch returnTo={returnTo} isLong />
    </div>
  )
}

export default CurrencyPage
