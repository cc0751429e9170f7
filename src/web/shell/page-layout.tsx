import { FailedPage } from './failed-page.tsx'

/** A failed page keeps header and footer. */
export const ErrorBoundary = () => <FailedPage />
