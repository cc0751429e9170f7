import { AccountPlace } from '#account/screens/account-frame.tsx'
import { FailedPage } from './failed-page.tsx'

/** A failed page of the account keeps the account's navigation. */
export const ErrorBoundary = () => (
  <AccountPlace at={null}>
    <FailedPage ofAccount />
  </AccountPlace>
)
