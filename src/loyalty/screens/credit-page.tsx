import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { SettingsLinks } from '#account/screens/settings-frame.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { viewCredit } from '../endpoints.ts'
import { CreditTable } from './credit-table.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { loyaltyMessages } from '../messages/loyalty-messages.ts'

export const loader = ({ context }: LoaderFunctionArgs) => context.get(shopContext).call(viewCredit, {})

/** Credit is money: its statement is there for members from whom loyalty is hidden as well. */
const CreditPage = () => {
  const t = useMessages(loyaltyMessages)
  return (
    <AccountFrame at="settings" title={t('credit')}>
      <SettingsLinks at="/account/settings/credit" />
      <CreditTable credit={useLoaderData<typeof loader>()} />
    </AccountFrame>
  )
}

export default CreditPage
