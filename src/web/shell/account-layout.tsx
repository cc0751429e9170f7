import { AccountPlace } from '#account/screens/account-frame.tsx'
import { FailedPage } from './failed-page.tsx'

/** A page of the account that fails leaves the account's navigation beside it, too. */
export const ErrorBoundary = () => (
  <AccountPlace at={null}>
    <FailedPage ofAccount />
  </AccountPlace>
)
