import { FailedPage } from './failed-page.tsx'

/** A page that fails leaves header and footer as they are. */
export const ErrorBoundary = () => <FailedPage />
